import { Link } from '@tanstack/react-router';
import type { Answers, StepId } from '../../../../domain/questionnaire/answers.ts';
import { inVoice, type Row } from '../../../../domain/questionnaire/reading/present.ts';
import { useText } from '../../../app/texts.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { partsOf, sectionsOf, type Part } from '../../../plan-view/steps/review-parts.ts';
import signing from './signing.module.css';
import { useReading } from '../../../plan-view/reading.tsx';
import { useClosed } from '../../../plan-view/steps/use-closed.ts';
import { audienceOf } from '../../../plan-view/steps/use-step-list.ts';
import { usePlanContacts } from '../../../plan-view/plan-contacts.ts';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

type ReviewProps = { plan: Plan; answers: Answers; editing?: boolean };

/**
 * Every answer in words, with links to change each part. The plan and the PDF have the same words. With `editing` these links
 * stay in edit mode, and the title is that of the page with the answers.
 */
export function Review({ plan, answers, editing = false }: ReviewProps) {
  const said = useVoicedText();
  const reading = useReading();
  const closed = useClosed(plan) !== undefined;
  const parts = partsOf(sectionsOf(plan, answers, reading), reading);
  return (
    <>
      {!editing && <h2>{said('review.title')}</h2>}
      {parts.map((part) => (
        <ReviewPart key={part.title} part={part} locked={closed} editing={editing} />
      ))}
      {!audienceOf(plan).providerCustomer && <ContactsPart locked={closed} editing={editing} />}
    </>
  );
}

type Ways = { locked: boolean; editing: boolean };

function ReviewPart({ part: { step, title, rows }, ...ways }: Ways & { part: Part }) {
  return (
    <section className={signing.part} aria-label={title}>
      <PartHead step={step} title={title} {...ways} />
      <dl>
        {rows.map((row) => (
          <ReviewRow key={row.key} row={row} alone={rows.length === 1 && row.title === title} />
        ))}
      </dl>
    </section>
  );
}

function PartHead({ step, title, locked, editing }: Ways & { step: StepId; title: string }) {
  const t = useText();
  return (
    <div className={signing.partHead}>
      <h3>{title}</h3>
      {!locked && (
        <Link
          to="/questionnaire/$step"
          params={{ step }}
          search={editing ? { editStep: step } : {}}
          aria-label={t('common.changeSection', { section: title })}
        >
          {t('common.change')}
        </Link>
      )}
    </div>
  );
}

function ReviewRow({ row: { number, title, lines, note }, alone }: { row: Row; alone: boolean }) {
  const t = useText();
  return (
    <div>
      <dt className={alone ? 'vh' : undefined}>
        {number !== undefined && <span className="quiet num">{number} </span>}
        {title}
      </dt>
      <dd>
        {lines.length > 1 ? (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{lines[0]}</p>
        )}
        {note !== undefined && <p className={signing.rowNote}>{t('review.note', { note })}</p>}
      </dd>
    </div>
  );
}

function ContactsPart(ways: Ways) {
  const reading = useReading();
  const { t } = reading;
  const { data: contacts } = usePlanContacts();
  if (!contacts) return null;
  const pending = contacts.filter(({ status }) => status === 'pending').length;
  return (
    <section className={signing.part}>
      <PartHead
        step="step8"
        title={inVoice(reading, 'review.section.contacts', 'onBehalf.review.section.contacts')}
        {...ways}
      />
      <p>
        {contacts.length === 0
          ? t('review.contacts.none')
          : t('review.contacts.count', { accepted: contacts.length - pending, pending })}
      </p>
    </section>
  );
}
