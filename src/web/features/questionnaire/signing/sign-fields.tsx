import { longDate } from '../../../../domain/fields.ts';
import { signedDays } from '../../../../domain/plan/signed-days.ts';
import { textOf, type Answers } from '../../../../domain/questionnaire/answers.ts';
import { questionOf } from '../../../../domain/questionnaire/definition.ts';
import { pageWords } from '../../../../domain/questionnaire/reading/page-words.ts';
import { inVoice, optionLabel, questionTitle } from '../../../../domain/questionnaire/reading/present.ts';
import { fullNameOf } from '../../../../domain/questionnaire/reading/voice.ts';
import { FormTextField } from '../../../forms/form-fields.tsx';
import { FormCheckCards, FormRadioCards } from '../../../forms/more-fields.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import signing from './signing.module.css';
import { useReading } from '../../../plan-view/reading.tsx';
import { SignatureField, type WaitingSave } from '../../../forms/signature/signature-field.tsx';

const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLocaleLowerCase();

/** Title of the sheet to sign. */
export function SignTitle() {
  return <h2 id="sign-title">{pageWords(useReading(), 'step9.sign.title')}</h2>;
}

/** Legal limits of the plan, and the reason for a signature. */
export function SignNotes() {
  const reading = useReading();
  return (
    <>
      <p className="quiet small">{inVoice(reading, 'step9.notLegalForm', 'onBehalf.step9.notLegalForm')}</p>
      <Disclosure summary={reading.t('common.why')}>
        {inVoice(reading, 'step9.why', 'onBehalf.step9.why')}
      </Disclosure>
    </>
  );
}

/** For a signed plan: when it was signed, and who confirmed a change (D-35). */
export function SignedOn({ plan }: { plan: Plan }) {
  const t = useText();
  const language = useLanguage();
  if (plan.status === 'draft') return null;
  const { signed, changed } = signedDays(plan);
  const name = textOf(plan.answers, 'confirmName');
  return (
    <p className={`quiet ${signing.signedOn}`}>
      {t('review.signedOn', { date: longDate(signed, language) })}
      {changed && (
        <>
          <br />
          {t('review.changed', { name, date: longDate(changed, language) })}
        </>
      )}
    </p>
  );
}

/** Statement and signature of a person. A writer on behalf signs with their own name. */
export function SignFields({ answers, waiting }: { answers: Answers; waiting?: WaitingSave | undefined }) {
  const reading = useReading();
  const { t, voice } = reading;
  const partsOf = (key: 'completeAll' | 'confirmationAcknowledgement') => ({
    name: key,
    label: questionTitle(questionOf(key), reading),
    hint: pageWords(reading, `${key}.hint`),
    required: true,
    choices: (questionOf(key).options ?? []).map((option) => ({
      value: option.value,
      label: optionLabel(option, reading),
    })),
  });
  const name = fullNameOf(answers);
  const signed = answers.confirmName ?? '';
  const differs = voice.kind === 'self' && signed !== '' && name !== '' && plain(signed) !== plain(name);
  return (
    <>
      <FormCheckCards {...partsOf('completeAll')} />
      <FormRadioCards {...partsOf('confirmationAcknowledgement')} />
      <FormTextField
        name="confirmName"
        label={questionTitle(questionOf('confirmName'), reading)}
        hint={t('confirmName.hint')}
        autoComplete="name"
        required
      />
      <p role="status" className={`quiet small ${signing.mismatch}`}>
        {differs && t('confirmName.mismatch', { name })}
      </p>
      <SignatureField
        name={signed || (voice.kind === 'self' ? name : '')}
        label={questionTitle(questionOf('signatureImage'), reading)}
        waiting={waiting}
      />
      {voice.kind === 'onBehalf' && answers.signatureImage && signed !== '' && (
        <p className="quiet small">{inVoice(reading, 'onBehalf.signed')}</p>
      )}
    </>
  );
}
