import { useId, useState } from 'react';
import { importColumns } from '../../../../domain/customers/import/columns.ts';
import { birthDateText, centuries } from '../../../../domain/customers/import/cells.ts';
import { useText } from '../../../app/texts.tsx';
import { ProblemList } from '../../../forms/problem-list.tsx';
import { useAction } from '../../../forms/use-action.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { adminResetMs } from '../../../ui/buttons/reset-delays.ts';
import { OwnWords } from '../../../ui/own-words.tsx';
import { readAgain, type CheckedList } from './import-api.ts';
import css from './import.module.css';

type ColumnsFormProps = {
  list: CheckedList;
  form: NonNullable<CheckedList['form']>;
  onRead: (list: CheckedList) => void;
};

/** How a list was read that is not the template: its encoding, its columns and the century of short years, to be changed by hand. */
export function ColumnsForm({ list, form, onRead }: ColumnsFormProps) {
  const t = useText();
  const id = useId();
  const [columns, setColumns] = useState(() => form.columns.map(({ target }) => target ?? ''));
  const [century, setCentury] = useState(form.century);
  const { run, state, problems } = useAction(
    (chosen: string[], years: number) => readAgain(list, { columns: chosen, century: years }),
    { resetMs: adminResetMs.save, onDone: onRead },
  );
  const { short_year } = form;
  return (
    <section className={css.toFix}>
      <h3>{t('import.match.title')}</h3>
      <p>{t('import.match.lead')}</p>
      {form.accent !== null && (
        <p className="small quiet">
          <OwnWords>
            {t('import.match.encoding', {
              encoding: t(form.encoding === 'windows-1252' ? 'import.match.windows' : 'import.match.unicode'),
              example: form.accent,
            })}
          </OwnWords>
        </p>
      )}
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
              className="in"
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
              {importColumns.map((column) => (
                <option key={column} value={column}>
                  {t(`import.match.${column}`)}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {short_year !== null && (
        <div className={css.allOf}>
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
      <Button variant="two" off={state === 'pending'} onClick={() => void run(columns, century)}>
        {t('import.match.again')}
      </Button>
    </section>
  );
}
