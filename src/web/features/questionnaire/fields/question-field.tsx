import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { followUpsOf } from '../../../../domain/questionnaire/definition.ts';
import type { Question } from '../../../../domain/questionnaire/questions/question.ts';
import { applies } from '../../../../domain/questionnaire/answering/applies.ts';
import { askedAs, pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { optionLabel } from '../../../../domain/questionnaire/reading/present.ts';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormCheckCards, FormDateField, FormRadioCards, FormTextArea } from '../../../forms/more-fields.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { NoteFoot } from './note-foot.tsx';
import { useReading } from '../../../plan-view/reading.tsx';
import type { StepValues } from '../../../plan-view/steps/step-values.ts';
import fields from './fields.module.css';

type FieldPartProps = { question: Question; children?: ReactNode };

const hintOf = (question: Question) => `${question.key}.hint` as PlainTextKey;

/** Autofill attributes of fields. A writer on behalf is not offered their own name. */
const autoComplete: Readonly<Record<string, string>> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dob: 'bday',
  postcode: 'postal-code',
};

/** A question with the input of its kind. `children` are shown below its answers. */
export function QuestionField({ question, children }: FieldPartProps) {
  if (question.options) return <ChoiceQuestion question={question}>{children}</ChoiceQuestion>;
  if (question.kind === 'text' && question.number !== undefined) return <TextQuestion question={question} />;
  return <PlainField question={question} />;
}

/** A single field, such as a name or a date. */
function PlainField({ question }: { question: Question }) {
  const reading = useReading();
  const { voice, t } = reading;
  const required = question.required !== undefined;
  const parts = {
    name: question.key,
    label: askedAs(question, reading),
    hint: pageWords(reading, hintOf(question)),
    required,
    optional: required ? undefined : t('common.optional'),
  };
  const filled = voice.kind === 'self' ? autoComplete[question.key] : undefined;
  switch (question.kind) {
    case 'birthDate':
      return <FormDateField {...parts} autoComplete={filled ?? 'off'} />;
    case 'postcode':
      return <FormTextField {...parts} width="short" inputMode="numeric" autoComplete={filled ?? 'off'} />;
    case 'text':
      return <FormTextArea {...parts} rows={3} />;
    default:
      return <FormTextField {...parts} autoComplete={filled ?? 'off'} />;
  }
}

/** A card with a text area. */
function TextQuestion({ question }: { question: Question }) {
  const reading = useReading();
  const { t } = reading;
  return (
    <div className={`q ${fields.text}`}>
      <FormTextArea
        name={question.key}
        rows={5}
        hint={pageWords(reading, hintOf(question))}
        optional={t('common.optional')}
        label={
          <>
            <span className="n">{question.number}</span> {askedAs(question, reading)}
          </>
        }
      />
      <Why question={question} />
    </div>
  );
}

/** Text below the words of an answer, visible without opening anything. */
const meaning: Readonly<Record<string, string>> = {
  cprStopBreathing: 'cpr.explain',
  cprCatastrophic: 'cpr.explain',
};

/** A card with one or many answers to choose, and below them the person's own words, `children`, and the note. */
function ChoiceQuestion({ question, children }: FieldPartProps) {
  const reading = useReading();
  const explained = meaning[question.key];
  const parts = {
    name: question.key,
    frame: 'question' as const,
    label: askedAs(question, reading),
    columns: question.columns,
    required: question.required !== undefined,
    ...(question.number !== undefined && { number: question.number }),
    hint: pageWords(reading, hintOf(question)),
    choices: (question.options ?? []).map((option) => ({
      value: option.value,
      label: optionLabel(option, reading),
      ...(explained && { note: pageWords(reading, `${explained}.${option.id}.means` as PlainTextKey) }),
    })),
    foot: (
      <div className={fields.foot}>
        <FollowUps question={question} />
        {children}
        {question.note && <NoteFoot question={question} noteKey={question.note} />}
        <Why question={question} />
      </div>
    ),
  };
  if (question.kind === 'choice') return <FormRadioCards {...parts} />;
  const exclusive = question.options?.find((option) => option.exclusive)?.value;
  return <FormCheckCards {...parts} {...(exclusive !== undefined && { exclusive })} />;
}

/** Fields that only apply with the picked answer, such as the helper's name. */
function FollowUps({ question }: { question: Question }) {
  const { definition } = useReading();
  const { control } = useFormContext<StepValues>();
  const value = useWatch({ control, name: question.key });
  return followUpsOf(question.key, definition)
    .filter((followUp) => applies(followUp, { [question.key]: value }))
    .map((followUp) => <PlainField key={followUp.key} question={followUp} />);
}

/** Reason for the question. The sixteen questions about health have one reason for all, at the top. */
function Why({ question }: { question: Question }) {
  const reading = useReading();
  const { why } = question;
  return (
    why && (
      <Disclosure summary={reading.t('common.why')} of={askedAs(question, reading)}>
        {pageWords(reading, why)}
      </Disclosure>
    )
  );
}
