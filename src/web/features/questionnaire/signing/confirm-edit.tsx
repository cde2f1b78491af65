import { Navigate, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { editStepOf } from '../../../plan-view/steps/edit-mode.ts';
import { confirmMemory, editedSteps, unsaved } from '../../../plan-view/unsaved/unsaved-answers.ts';
import { LeaveGuard } from '../../../forms/unsaved/leave-guard.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionFrame, StepHeading } from '../page/question-frame.tsx';
import signing from './signing.module.css';
import { ReadingProvider } from '../../../plan-view/reading.tsx';
import { Review } from './review.tsx';
import type { SaveIntent } from '../saving/save-request.ts';
import { SignHelp } from './sign-help.tsx';
import { SignSheet } from './sign-sheet.tsx';
import { answersWith, changedStepKeys, type StepValues } from '../../../plan-view/steps/step-values.ts';
import { useNavigation } from '../page/use-navigation.ts';
import { useSaveStep } from '../saving/use-save-step.ts';
import { useStepForm } from '../fields/use-step-form.ts';
import { useStepList } from '../../../plan-view/steps/use-step-list.ts';
import { Assistant } from '../../assistant/api.ts';
import { BeforeAndNow } from '../../../plan-view/changes/before-and-now.tsx';
import { noteConfirmed } from '../../../plan-view/confirmed-edit.ts';
import own from './confirm-edit.module.css';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

/** Last step in edit mode: the changes of the edit, and their confirmation (QEDIT-03 to QEDIT-07, QSTEP9-15). */
export default function ConfirmEdit({ plan }: { plan: Plan }) {
  const [edited] = useState(() => editedSteps(unsaved, plan.user_id, plan.id));
  // An address that was opened in another tab, or after the edit was discarded.
  if (edited.length === 0) return <Navigate to="/my-acp/edit" search={{ lost: 'yes' }} replace />;
  return <Confirming plan={plan} edited={edited} />;
}

const staysInEdit = ({ pathname, search }: { pathname: string; search: object }) =>
  pathname === '/my-acp/edit' || editStepOf((search as { editStep?: unknown }).editStep) !== undefined;

function Confirming({ plan, edited }: { plan: Plan; edited: readonly StepId[] }) {
  const said = useVoicedText();
  const t = useText();
  const navigate = useNavigate();
  const [words] = useState(() => confirmMemory(unsaved, plan.user_id, edited));
  const stepForm = useStepForm(plan, 'step9', words);
  const { form, base, steps: saved } = stepForm;
  const going = useNavigation(plan, 'step9', true);
  const onSaved = useCallback(
    (_intent: SaveIntent, _before: Plan, { plan_version, updated_at }: Plan) => {
      noteConfirmed({ plan_version, updated_at });
      // Going back must not lead to a confirmation without changes.
      void navigate({ to: '/my-acp', replace: true });
    },
    [navigate],
  );
  const saving = useSaveStep(stepForm, onSaved);
  const values = useWatch({ control: form.control }) as StepValues;
  const answers = useMemo(() => answersWith(base.answers, values), [base.answers, values]);
  const steps = useStepList(plan, 'step9', answers, true);
  const nothing = changedStepKeys(saved, base.answers, answers).length === 0;
  return (
    <ReadingProvider plan={plan} answers={answers}>
      <Assistant plan={plan} step="step9" editing closed={false}>
        <QuestionFrame steps={steps} current="step9" pair>
          <div className={signing.pair}>
            <section className={signing.answers}>
              <StepHeading
                step="step9"
                steps={steps}
                title="editStep.confirm.title"
                lead="editStep.confirm.hint"
              />
              <SignHelp />
              <BeforeAndNow before={base} after={answers} />
              <div className={own.rest}>
                <Disclosure summary={said('review.title')}>
                  <Review plan={plan} answers={answers} editing />
                </Disclosure>
              </div>
            </section>
            <SignSheet
              plan={plan}
              answers={answers}
              stepForm={stepForm}
              saving={saving}
              going={going}
              off={nothing}
              reasons={nothing && <p className={signing.off}>{t('versions.compare.none')}</p>}
              label="editStep.confirm.button"
            >
              <Abandon />
            </SignSheet>
          </div>
          <LeaveGuard hasChanges={stepForm.hasChanges} onLeave={stepForm.forget} keeps={staysInEdit} />
        </QuestionFrame>
      </Assistant>
    </ReadingProvider>
  );
}

/** Leaves the edit without a confirmation. */
function Abandon() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <p className={signing.abandon}>
      <Button variant="text" onClick={() => void navigate({ to: '/my-acp' })}>
        {t('editStep.abandon')}
      </Button>
    </p>
  );
}
