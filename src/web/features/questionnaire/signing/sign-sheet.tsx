import { useState, type ReactNode } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../../../domain/errors.ts';
import { melbourneDate } from '../../../../domain/fields.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import type { Answers } from '../../../../domain/questionnaire/answers.ts';
import { stepProblems } from '../../../../domain/questionnaire/answering/validate.ts';
import { FormSummary } from '../../../forms/form.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import type { StepForm } from '../fields/use-step-form.ts';
import { StepButtons } from '../page/step-buttons.tsx';
import type { useNavigation } from '../page/use-navigation.ts';
import { PlaceMessages, SaveMessages } from '../saving/save-messages.tsx';
import type { StepSaving } from '../saving/use-save-step.ts';
import { TogetherNote } from '../../together/api.ts';
import { SignedOn, SignFields, SignNotes, SignTitle } from './sign-fields.tsx';
import signing from './signing.module.css';
import css from '../questionnaire.module.css';

type SignSheetProps = {
  plan: Plan;
  answers: Answers;
  stepForm: StepForm;
  saving: StepSaving;
  going: ReturnType<typeof useNavigation>;
  /** Whether the fields cannot be changed. */
  disabled?: boolean;
  /** Whether the plan cannot be signed now; `reasons` shows why. */
  off: boolean;
  reasons: ReactNode;
  /** Text of the button, if not the usual one. */
  label?: PlainTextKey;
  onLater?: (() => void) | undefined;
  /** Ways out after the buttons. */
  children?: ReactNode;
};

/** Whether the signature is all that a plan lacks which was never signed. */
function lacksOnlySignature(plan: Plan, answers: Answers): boolean {
  const problems = stepProblems('step9', answers, { today: melbourneDate(new Date()) });
  return plan.status === 'draft' && problems.length > 0 && problems.every(isAboutSignature);
}

const isAboutSignature = ({ field }: FieldError) => field === 'signatureImage';

/** The sheet to sign, beside the answers. If the signature is all that is missing, the save asks for it, and then continues. */
export function SignSheet(props: SignSheetProps) {
  const { plan, answers, stepForm, saving, going, disabled, off, reasons, label, onLater, children } = props;
  const { form, failures, otherProblems } = stepForm;
  const [waits, setWaits] = useState(false);
  const waiting = { onSigned: () => void saving.save('step'), onClose: () => setWaits(false) };
  return (
    <section className={signing.sheet} aria-labelledby="sign-title">
      <SignTitle />
      <SignedOn plan={plan} />
      <TogetherNote />
      <FormProvider {...(form as unknown as UseFormReturn)}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (off) return;
            if (lacksOnlySignature(plan, answers)) setWaits(true);
            else void saving.save('step');
          }}
        >
          <FormSummary turn={failures} problems={otherProblems} />
          <PlaceMessages saving={saving} />
          <fieldset className={css.all} disabled={disabled}>
            <SignFields answers={answers} waiting={waits ? waiting : undefined} />
          </fieldset>
          <SignNotes />
          {reasons}
          <SaveMessages saving={saving} plan={plan} step="step9" />
          <StepButtons
            plan={plan}
            step="step9"
            saving={saving}
            off={off}
            label={label}
            onBack={going.back}
            onNext={going.next}
            onLater={onLater}
          />
          {children}
        </form>
      </FormProvider>
    </section>
  );
}
