import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import {
  importColumns,
  listColumns,
  type ImportColumn,
} from '../../../../../domain/customers/import/columns.ts';
import type { FieldError } from '../../../../../domain/errors.ts';
import { inAskingOrder } from '../../../../../domain/names.ts';
import { useLanguage, useText } from '../../../../app/texts.tsx';
import { formErrors } from '../../../../forms/errors/form-errors.ts';
import { messageOf } from '../../../../forms/errors/messages.ts';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { showSnackbar } from '../../../../ui/messages/snackbars.ts';
import { mendLine, type CheckedLine, type CheckedList, type MendedList } from '../list-api.ts';
import css from '../import.module.css';

type Cells = Partial<Record<ImportColumn, string>>;
type Faults = Partial<Record<ImportColumn | 'line', string>>;

const isColumn = (name: string): name is ImportColumn => listColumns.some((column) => column === name);

/** Returns the columns of the list, in the order of the template. */
const columnsOf = ({ form }: CheckedList): readonly ImportColumn[] =>
  form ? listColumns.filter((column) => form.columns.some(({ target }) => target === column)) : importColumns;

const faultsOf = (line: CheckedLine): Faults =>
  Object.fromEntries(line.faults.toReversed().map(({ column, message }) => [column, message]));

type MendFormProps = {
  list: CheckedList;
  line: CheckedLine;
  label: string;
  onMended: (list: MendedList) => void;
  onCancel: () => void;
};

/** Moves the focus to the first invalid field, and when the form opens, to its first field if none is invalid. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>, faults: Faults) {
  const isOpened = useRef(false);
  useEffect(() => {
    const hasFault = Object.keys(faults).length > 0;
    const bad = hasFault ? form.current?.querySelector<HTMLElement>('[aria-invalid=true]') : null;
    (bad ?? (isOpened.current ? null : form.current?.querySelector('input')))?.focus();
    isOpened.current = true;
  }, [form, faults]);
}

/** The typed cells of a line with their faults, which get the focus in `form`, and the action that checks and saves them. */
function useMend(
  form: RefObject<HTMLFormElement | null>,
  { list, line, onMended }: Pick<MendFormProps, 'list' | 'line' | 'onMended'>,
) {
  const t = useText();
  const all = columnsOf(list);
  const [faults, setFaults] = useState(() => faultsOf(line));
  const [cells, setCells] = useState<Cells>(() => {
    const columns = faults.line === undefined ? all.filter((column) => faults[column] !== undefined) : all;
    return Object.fromEntries(columns.map((column) => [column, line[column]]));
  });
  const [rest, setRest] = useState<readonly FieldError[]>([]);
  useFocusOnFault(form, faults);
  const { run, state } = useAction((typed: Cells) => mendLine(list.id, line.line, typed), {
    resetMs: adminResetMs.save,
    onDone(mended) {
      showSnackbar(t('import.mend.done', { line: line.line }));
      onMended(mended);
    },
    onFailed(error) {
      const found = formErrors(error);
      const atColumns = found.filter(({ field }) => isColumn(field) && all.includes(field)).toReversed();
      const words = atColumns.map((problem) => [problem.field, messageOf(t, problem)]);
      setFaults(Object.fromEntries(words));
      setRest(found.filter((problem) => !atColumns.includes(problem)));
      // A cell that was valid so far, such as an address that another line has too, also gets its field.
      setCells((before) => ({
        ...Object.fromEntries(
          atColumns.map(({ field }) => [field, isColumn(field) ? line[field] : undefined]),
        ),
        ...before,
      }));
    },
  });
  return {
    faults,
    cells,
    /** Columns that have a field. */
    columns: all.filter((column) => cells[column] !== undefined),
    /** Errors that belong to no field. */
    rest,
    state,
    type: (column: ImportColumn, value: string) => setCells((before) => ({ ...before, [column]: value })),
    send: () => void run(cells),
  };
}

/** Fields to correct a line: the invalid ones, or all if the error is about the line as a whole. */
export function MendForm({ list, line, label, onMended, onCancel }: MendFormProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { faults, cells, columns, rest, state, type, send } = useMend(form, { list, line, onMended });
  const shown = inAskingOrder(columns, language, (column) => column);
  return (
    <form
      ref={form}
      className={css.mendForm}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {faults.line !== undefined && (
        <p className="err">
          <OwnWords>{faults.line}</OwnWords>
        </p>
      )}
      <div className={css.mendFields}>
        {shown.map((column) => (
          <TextField
            key={column}
            id={`${id}-${column}`}
            label={t(`import.match.${column}`)}
            error={faults[column]}
            value={cells[column] ?? ''}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => type(column, target.value)}
          />
        ))}
      </div>
      <ProblemList problems={rest} className={css.problems} />
      <div className="acts">
        <Button type="submit" state={state} keepsRoom>
          {t('import.mend.check')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
