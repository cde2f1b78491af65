import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { melbourneDate } from '../../../../domain/fields.ts';
import { useMay } from '../../../app/allowed.tsx';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { Assistant } from '../../assistant/api.ts';
import { BedsidePreview } from './bedside/bedside-preview.tsx';
import type { ClosingMessage } from './closing-dialog.tsx';
import { IncompleteSteps, SeeWhatIsMissing } from './incomplete-steps.tsx';
import { LeaveGuard } from '../../../forms/unsaved/leave-guard.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { openSteps } from '../../../plan-view/steps/progress.ts';
import { QuestionFrame, StepHeading } from '../page/question-frame.tsx';
import signing from './signing.module.css';
import { ReadingProvider } from '../../../plan-view/reading.tsx';
import { Review } from './review.tsx';
import { LockedNotice } from '../../../plan-view/steps/locked-notice.tsx';
import type { SaveIntent } from '../saving/save-request.ts';
import { SignHelp } from './sign-help.tsx';
import { SignSheet } from './sign-sheet.tsx';
import { answersWith, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { useNavigation } from '../page/use-navigation.ts';
import { useSaveStep } from '../saving/use-save-step.ts';
import { useStepForm } from '../fields/use-step-form.ts';
import { useStepList } from '../../../plan-view/steps/use-step-list.ts';

const ClosingDialog = lazy(() => import('./closing-dialog.tsx'));

/** Last step: reading the answers, and signing (QSTEP9-01 to QSTEP9-22, QINC-01, QINC-02). */
export default function SignStep({ plan }: { plan: Plan }) {
  const stepForm = useStepForm(plan, 'step9');
  const { form, base } = stepForm;
  const going = useNavigation(plan, 'step9');
  const { closing, onSaved, close } = useClosing(going);
  const saving = useSaveStep(stepForm, onSaved);
  const values = useWatch({ control: form.control }) as StepValues;
  const answers = useMemo(() => answersWith(base.answers, values), [base.answers, values]);
  const steps = useStepList(plan, 'step9', answers);
  const [today] = useState(() => melbourneDate(new Date()));
  const open = useMemo(() => openSteps(answers, { today }), [answers, today]);
  const maySign = useMay('plan.sign');
  const later = base.status === 'draft' && !plan.locked ? () => void saving.save('later') : undefined;
  return (
    <ReadingProvider plan={plan} answers={answers}>
      <Assistant plan={plan} step="step9" closed={false}>
        <QuestionFrame steps={steps} current="step9" pair>
          <div className={signing.pair}>
            <section className={signing.answers}>
              <StepHeading step="step9" steps={steps} title="step9.title" lead="step9.hint" />
              <SignHelp />
              <LockedNotice plan={plan} />
              <IncompleteSteps open={open} complete={plan.status === 'complete'} />
              <BedsidePreview plan={plan} incomplete={open.length > 0} />
              <Review plan={plan} answers={answers} />
            </section>
            <SignSheet
              plan={plan}
              answers={answers}
              stepForm={stepForm}
              saving={saving}
              going={going}
              disabled={plan.locked || !maySign}
              off={open.length > 0 || !maySign}
              reasons={<WhyNotNow missing={open.length > 0} />}
              onLater={later}
            />
          </div>
          <LeaveGuard hasChanges={stepForm.hasChanges} onLeave={stepForm.forget} />
          {closing && (
            <Suspense>
              <ClosingDialog message={closing} onClose={close} />
            </Suspense>
          )}
        </QuestionFrame>
      </Assistant>
    </ReadingProvider>
  );
}

/** Message after the plan was signed. A save for later leaves the step instead. */
function useClosing(going: ReturnType<typeof useNavigation>) {
  const navigate = useNavigate();
  const [closing, setClosing] = useState<ClosingMessage>();
  const onSaved = useCallback(
    (intent: SaveIntent, before: Plan, after: Plan) => {
      if (intent === 'later') going.onSaved(intent, before, after);
      else setClosing({ kind: before.status === 'complete' ? 'confirmation' : 'allDone', plan: after });
    },
    [going],
  );
  const close = () => {
    setClosing(undefined);
    if (closing?.kind === 'allDone')
      void navigate({ to: '/questionnaire/$step', params: { step: 'step9b' } });
  };
  return { closing, onSaved, close };
}

/** Why the plan cannot be signed now. */
function WhyNotNow({ missing }: { missing: boolean }) {
  const t = useText();
  const acting = useSession()?.acting;
  return (
    <>
      {missing && <SeeWhatIsMissing />}
      {acting && <p className={signing.off}>{t('step9.staffCannotSign', { name: acting.customer_name })}</p>}
    </>
  );
}
