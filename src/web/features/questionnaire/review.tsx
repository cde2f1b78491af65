import { Link } from '@tanstack/react-router';
import type { Answers, StepId } from '../../../domain/questionnaire/answers.ts';
import { sameAnswers } from '../../../domain/plan/lifecycle.ts';
import { currentDefinition, stepOf } from '../../../domain/questionnaire/definition.ts';
import { normalise } from '../../../domain/questionnaire/normalise.ts';
import {
  inVoice,
  present,
  presentPlan,
  type Reading,
  type Row,
  type Section,
} from '../../../domain/questionnaire/present.ts';
import type { SectionId } from '../../../domain/questionnaire/question.ts';
import { useText } from '../../app/texts.tsx';
import type { Plan } from './plan.ts';
import css from './questionnaire.module.css';
import { useReading } from './reading.tsx';
import { audienceOf } from './use-step-list.ts';
import { useTrustedContacts } from './use-trusted-contacts.ts';

type Part = { step: StepId; title: string; rows: readonly Row[] };

/** The step that asks for the answer of a row; undefined for a row of another definition. */
function stepOfRow(rowKey: string, definition = currentDefinition): StepId | undefined {
  return definition.steps.find(({ questions }) =>
    questions.some((question) => (question.rowKey ?? question.key) === rowKey),
  )?.id;
}

/** The steps that write in a section, but for the one that shows all answers and asks for the signature. */
function stepsOfSection(id: SectionId, definition = currentDefinition): StepId[] {
  return definition.steps
    .filter((step) => step.id !== 'step9' && step.questions.some(({ section }) => section === id))
    .map((step) => step.id);
}

/** The sections with the step that changes each; one that is written in several steps has a part for each of them. */
export function partsOf(sections: readonly Section[], { t, definition }: Reading): Part[] {
  return sections.flatMap(({ id, title, rows }): Part[] => {
    const steps = stepsOfSection(id, definition);
    const [first] = steps;
    return steps.map((step) => ({
      step,
      title: steps.length === 1 ? title : t(stepOf(step, definition).name),
      rows: rows.filter(({ key }) => (stepOfRow(key, definition) ?? first) === step),
    }));
  });
}

/** The words of a plan while the answers are those that are saved; the words of the answers when they differ. */
export function sectionsOf(plan: Plan, answers: Answers, reading: Reading): readonly Section[] {
  const saved = normalise(plan.answers, reading.definition);
  return sameAnswers(saved, answers) ? presentPlan(plan, reading) : present(answers, reading);
}

type ReviewProps = { plan: Plan; answers: Answers; editing?: boolean };

/**
 * Every answer in words, with a way to change each part. The same words stand in the plan and the PDF. With `editing` those ways stay
 * in edit mode, and the title is that of what holds the answers.
 */
export function Review({ plan, answers, editing = false }: ReviewProps) {
  const reading = useReading();
  const { t } = reading;
  const parts = partsOf(sectionsOf(plan, answers, reading), reading);
  return (
    <>
      {!editing && <h2>{t('review.title')}</h2>}
      {parts.map((part) => (
        <ReviewPart key={part.title} part={part} locked={plan.locked} editing={editing} />
      ))}
      {!audienceOf(plan).providerCustomer && <ContactsPart locked={plan.locked} editing={editing} />}
    </>
  );
}

type Ways = { locked: boolean; editing: boolean };

function ReviewPart({ part: { step, title, rows }, ...ways }: Ways & { part: Part }) {
  return (
    <section className={css.part} aria-label={title}>
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
    <div className={css.partHead}>
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
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {note !== undefined && <p className={css.rowNote}>{t('review.note', { note })}</p>}
      </dd>
    </div>
  );
}

function ContactsPart(ways: Ways) {
  const reading = useReading();
  const { t } = reading;
  const { contacts } = useTrustedContacts();
  if (!contacts) return null;
  const pending = contacts.filter(({ status }) => status === 'pending').length;
  return (
    <section className={css.part}>
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
