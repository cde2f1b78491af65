import { useEffect, useId, useRef, useState } from 'react';
import { birthDateText, centuries } from '../../../../../domain/customers/import/cells.ts';
import { listColumns } from '../../../../../domain/customers/import/columns.ts';
import { useText } from '../../../../app/texts.tsx';
import { ProblemList } from '../../../../forms/errors/problem-list.tsx';
import { useAction } from '../../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../../ui/buttons/reset-delays.ts';
import { rescueFocus } from '../../../../ui/rescue-focus.ts';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import { readAgain, type CheckedList, type ListForm } from '../list-api.ts';
import css from '../import.module.css';

/** Reason why a list was read again. After a change of the encoding, its field regains the focus. */
export type ReadBy = 'encoding' | 'columns';

const words: StateWords = {
  pending: 'import.checking',
  complete: 'import.match.see',
  error: 'import.match.see',
};

type ColumnsFormProps = {
  list: CheckedList;
  form: NonNullable<CheckedList['form']>;
  readBy: ReadBy | undefined;
  /** Called when the list was read again with other columns or another encoding. */
  onRead: (list: CheckedList, by: ReadBy) => void;
  /** Called when the user continues and keeps the list as it was read. */
  onNext: () => void;
  onBack: () => void;
};

/** The chosen columns, century and encoding of a list, and the action that reads the list again with them. */
function useReading({ list, form, onRead }: Pick<ColumnsFormProps, 'list' | 'form' | 'onRead'>) {
  const [columns, setColumns] = useState(() => form.columns.map(({ target }) => target ?? ''));
  const [century, setCentury] = useState(form.century);
  const [encoding, setEncoding] = useState(form.encoding);
  const { run, state, problems } = useAction(
    async (by: ReadBy, how: ListForm) => ({
      by,
      read: await readAgain(list, how),
    }),
    {
      resetMs: adminResetMs.save,
      onDone: ({ by, read }) => onRead(read, by),
      // The content below is still from the previous reading.
      onFailed: () => setEncoding(form.encoding),
    },
  );
  const isSame =
    list.fresh !== null &&
    century === form.century &&
    columns.every((column, at) => column === (form.columns[at]?.target ?? ''));
  return {
    columns,
    century,
    setCentury,
    encoding,
    /** Whether the list was read with these columns and this century. */
    isSame,
    state,
    problems,
    /** Matches a column of the file. Another column with the same match loses it. */
    match(at: number, chosen: string) {
      setColumns((before) =>
        before.map((each, place) => (place === at ? chosen : each === chosen ? '' : each)),
      );
    },
    chooseEncoding(chosen: string) {
      setEncoding(chosen);
      void run('encoding', { columns, century, encoding: chosen });
    },
    readColumns: () => void run('columns', { columns, century, encoding }),
  };
}

/**
 * Second step: how a list was read, with manual corrections. Its encoding, its columns (unless it is the template), and the
 * century of short years.
 */
export function ColumnsForm({ list, form, readBy, onRead, onNext, onBack }: ColumnsFormProps) {
  const t = useText();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (readBy === 'encoding') section.current?.querySelector('select')?.focus();
    else rescueFocus(() => section.current?.querySelector('h3'));
  }, [readBy]);
  const reading = useReading({ list, form, onRead });
  const { columns, state } = reading;
  const { short_year, accent, is_template } = form;
  const hasNames = ['first_name', 'last_name'].every((name) => columns.includes(name));
  return (
    <section ref={section}>
      <p className="quiet">
        <OwnWords>{list.name}</OwnWords>
      </p>
      <h3 className={css.caption} tabIndex={-1}>
        {t(is_template ? 'import.encoding.title' : 'import.match.title')}
      </h3>
      {!is_template && <p>{t('import.match.lead')}</p>}
      <EncodingChoice
        value={reading.encoding}
        example={accent}
        off={state === 'pending'}
        onChoose={reading.chooseEncoding}
      />
      {!is_template && <MatchedColumns heads={form.columns} columns={columns} onMatch={reading.match} />}
      {short_year !== null && (
        <CenturyChoice date={short_year} value={reading.century} onChoose={reading.setCentury} />
      )}
      <ProblemList problems={reading.problems} className={css.problems} />
      <div className="modalfoot">
        <Button
          state={state}
          words={words}
          keepsRoom
          off={hasNames ? false : t('import.match.first')}
          onClick={() => (reading.isSame ? onNext() : reading.readColumns())}
        >
          {t('import.match.see')}
        </Button>
        <Button variant="two" off={state === 'pending'} onClick={onBack}>
          {t('import.match.other')}
        </Button>
      </div>
    </section>
  );
}

type MatchedColumnsProps = {
  /** Columns of the file, with their head and some of their cells. */
  heads: ColumnsFormProps['form']['columns'];
  /** For each of them the matched column, or '' for none. */
  columns: readonly string[];
  onMatch: (at: number, column: string) => void;
};

/** Columns of the file, each with the column of the template to which it is matched. */
function MatchedColumns({ heads, columns, onMatch }: MatchedColumnsProps) {
  const t = useText();
  const id = useId();
  return (
    <ul className={css.columnsList}>
      {heads.map(({ head, samples }, at) => (
        <li key={`${at} ${head}`}>
          <label htmlFor={`${id}-${at}`}>
            <OwnWords>{head === '' ? t('import.match.noName', { number: at + 1 }) : head}</OwnWords>
            <span className="small quiet">
              <OwnWords>{samples.filter((cell) => cell !== '').join(', ')}</OwnWords>
            </span>
          </label>
          <select
            id={`${id}-${at}`}
            className="in sel"
            value={columns[at]}
            onChange={({ target }) => onMatch(at, target.value)}
          >
            <option value="">{t('import.match.leaveOut')}</option>
            {listColumns.map((column) => (
              <option key={column} value={column}>
                {t(`import.match.${column}`)}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  );
}

type CenturyChoiceProps = {
  /** A date of the list with a year of two digits. */
  date: string;
  value: number;
  onChoose: (century: number) => void;
};

function CenturyChoice({ date, value, onChoose }: CenturyChoiceProps) {
  const t = useText();
  const id = useId();
  return (
    <div className={css.ask}>
      <span id={id} className={css.choiceLabel}>
        {t('import.match.century', { date })}
      </span>
      <div className="seg" role="group" aria-labelledby={id}>
        {centuries.map((each) => (
          <button key={each} type="button" aria-pressed={each === value} onClick={() => onChoose(each)}>
            {birthDateText(date, each).slice(-4)}
          </button>
        ))}
      </div>
    </div>
  );
}
