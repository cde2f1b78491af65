import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import type { Row, StoredPlan } from '../../../domain/questionnaire/present.ts';
import { changedAnswers } from './changed-answers.ts';
import { useReading } from '../reading.tsx';
import css from './before-and-now.module.css';

type BeforeAndNowProps = { steps: readonly StepId[]; before: StoredPlan; after: Answers };

/** Each answer that an edit changes, as it was and as it would be. */
export function BeforeAndNow({ steps, before, after }: BeforeAndNowProps) {
  const reading = useReading();
  const { t } = reading;
  const changed = changedAnswers(steps, before, after, reading);
  if (changed.length === 0) return <p className={css.none}>{t('versions.compare.none')}</p>;
  return changed.map(({ key, number, title, before: was, after: is }) => (
    <section key={key} className={css.changed} aria-label={title}>
      <h2>
        {number !== undefined && <span className="quiet num">{number}</span>}
        <span>{title}</span>
      </h2>
      <div className="pairv">
        <MessageSource title={t('editStep.confirm.before')} row={was} />
        <MessageSource title={t('editStep.confirm.after')} row={is} />
      </div>
    </section>
  ));
}

function MessageSource({ title, row: { lines, note } }: { title: string; row: Row }) {
  const { t } = useReading();
  return (
    <div className="ver">
      <small>{title}</small>
      {lines.map((line) => (
        <b key={line} className={css.line}>
          {line}
        </b>
      ))}
      {note !== undefined && <p className="n2">{t('review.note', { note })}</p>}
    </div>
  );
}
