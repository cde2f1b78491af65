import { useEffect, useId, useRef, useState } from 'react';
import {
  importColumns,
  listColumns,
  type ImportColumn,
} from '../../../../domain/customers/import/columns.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { inAskingOrder } from '../../../../domain/names.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { formErrors } from '../../../forms/form-errors.ts';
import { messageOf } from '../../../forms/messages.ts';
import { ProblemList } from '../../../forms/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { OwnWords } from '../../../ui/own-words.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { mendLine, type CheckedLine, type CheckedList, type MendedList } from './list-api.ts';
import css from './import.module.css';

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

/** Fields to correct a line: the invalid ones, or all if the error is about the line as a whole. */
export function MendForm({ list, line, label, onMended, onCancel }: MendFormProps) {
  const t = useText();
  const language = useLanguage();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState(() => faultsOf(line));
  const all = columnsOf(list);
  const [cells, setCells] = useState<Cells>(() => {
    const columns = faults.line === undefined ? all.filter((column) => faults[column] !== undefined) : all;
    return Object.fromEntries(columns.map((column) => [column, line[column]]));
  });
  const [rest, setRest] = useState<readonly FieldError[]>([]);
  const isOpened = useRef(false);
  useEffect(() => {
    const hasFault = Object.keys(faults).length > 0;
    const bad = hasFault ? form.current?.querySelector<HTMLElement>('[aria-invalid=true]') : null;
    (bad ?? (isOpened.current ? null : form.current?.querySelector('input')))?.focus();
    isOpened.current = true;
  }, [faults]);
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
  const shown = inAskingOrder(
    all.filter((column) => cells[column] !== undefined),
    language,
    (column) => column,
  );
  return (
    <form
      ref={form}
      className={css.mendForm}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run(cells);
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
            onChange={({ target }) => setCells((before) => ({ ...before, [column]: target.value }))}
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
