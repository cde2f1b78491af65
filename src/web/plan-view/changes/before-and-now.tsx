import { stepIds, textOf, type Answers } from '../../../domain/questionnaire/answers.ts';
import type { Row, StoredPlan } from '../../../domain/questionnaire/reading/present.ts';
import { SignatureImage } from '../../forms/signature/signature-image.tsx';
import { changedAnswers } from './changed-answers.ts';
import { useReading } from '../reading.tsx';
import css from './before-and-now.module.css';

type BeforeAndNowProps = {
  before: StoredPlan;
  after: Answers;
  /** Level of the surrounding headings. */
  heading?: 'h2' | 'h3';
};

/** Every answer that a change affects, in any step, before and after; the signature too. */
export function BeforeAndNow({ before, after, heading: Heading = 'h2' }: BeforeAndNowProps) {
  const reading = useReading();
  const { t } = reading;
  const changed = changedAnswers(stepIds, before, after, reading);
  const pictures = [textOf(before.answers, 'signatureImage'), textOf(after, 'signatureImage')] as const;
  const signsAgain = pictures[0] !== pictures[1];
  if (changed.length === 0 && !signsAgain) return <p className={css.none}>{t('versions.compare.none')}</p>;
  return (
    <>
      {changed.map(({ key, number, title, before: was, after: is }) => (
        <section key={key} className={css.changed} aria-label={title}>
          <Heading className={css.heading}>
            {number !== undefined && <span className="quiet num">{number}</span>}
            <span>{title}</span>
          </Heading>
          <div className="pairv">
            <MessageSource title={t('editStep.confirm.before')} row={was} />
            <MessageSource title={t('editStep.confirm.after')} row={is} />
          </div>
        </section>
      ))}
      {signsAgain && (
        <section className={css.changed} aria-label={t('signatureImage.label')}>
          <Heading className={css.heading}>{t('signatureImage.label')}</Heading>
          <div className="pairv">
            <Picture title={t('editStep.confirm.before')} picture={pictures[0]} />
            <Picture title={t('editStep.confirm.after')} picture={pictures[1]} />
          </div>
        </section>
      )}
    </>
  );
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

function Picture({ title, picture }: { title: string; picture: string }) {
  const { t } = useReading();
  return (
    <div className="ver">
      <small>{title}</small>
      {picture === '' ? (
        <b className={css.line}>{t('review.notAnswered')}</b>
      ) : (
        <SignatureImage picture={picture} alt={t('signatureImage.label')} />
      )}
    </div>
  );
}
