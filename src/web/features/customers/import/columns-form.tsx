import { useEffect, useId, useRef, useState } from 'react';
import { birthDateText, centuries } from '../../../../domain/customers/import/cells.ts';
import { listColumns } from '../../../../domain/customers/import/columns.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button, type StateWords } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { OwnWords } from '../../../ui/own-words.tsx';
import { EncodingChoice } from './encoding-choice.tsx';
import { readAgain, type CheckedList } from './list-api.ts';
import css from './import.module.css';

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

/**
 * Second step: how a list was read, with manual corrections. Its encoding, its columns (unless it is the template), and the
 * century of short years.
 */
export function ColumnsForm({ list, form, readBy, onRead, onNext, onBack }: ColumnsFormProps) {
  const t = useText();
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const [columns, setColumns] = useState(() => form.columns.map(({ target }) => target ?? ''));
  const [century, setCentury] = useState(form.century);
  const [encoding, setEncoding] = useState(form.encoding);
  useEffect(() => {
    if (readBy === 'encoding') section.current?.querySelector('select')?.focus();
    else rescueFocus(() => section.current?.querySelector('h3'));
  }, [readBy]);
  const { run, state, problems } = useAction(
    async (by: ReadBy, how: { columns: string[]; century: number; encoding: string }) => ({
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
  const { short_year, accent, is_template } = form;
  const isSame =
    list.fresh !== null &&
    century === form.century &&
    columns.every((column, at) => column === (form.columns[at]?.target ?? ''));
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
        value={encoding}
        example={accent}
        off={state === 'pending'}
        onChoose={(chosen) => {
          setEncoding(chosen);
          void run('encoding', { columns, century, encoding: chosen });
        }}
      />
      {!is_template && (
        <ul className={css.columnsList}>
          {form.columns.map(({ head, samples }, at) => (
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
                onChange={({ target }) =>
                  setColumns((before) =>
                    before.map((each, place) =>
                      place === at ? target.value : each === target.value ? '' : each,
                    ),
                  )
                }
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
      )}
      {short_year !== null && (
        <div className={css.ask}>
          <span id={`${id}-century`} className={css.choiceLabel}>
            {t('import.match.century', { date: short_year })}
          </span>
          <div className="seg" role="group" aria-labelledby={`${id}-century`}>
            {centuries.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={each === century}
                onClick={() => setCentury(each)}
              >
                {birthDateText(short_year, each).slice(-4)}
              </button>
            ))}
          </div>
        </div>
      )}
      <ProblemList problems={problems} className={css.problems} />
      <div className="modalfoot">
        <Button
          state={state}
          words={words}
          keepsRoom
          off={hasNames ? false : t('import.match.first')}
          onClick={() => (isSame ? onNext() : void run('columns', { columns, century, encoding }))}
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
