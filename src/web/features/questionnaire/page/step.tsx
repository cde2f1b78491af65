import { Navigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { PlainTextKey, TextFile } from '../../../../domain/i18n/texts.ts';
import {
  firstOpenStep,
  neighbourStep,
  visibleSteps,
} from '../../../../domain/questionnaire/answering/completeness.ts';
import { stepIds, type StepId } from '../../../../domain/questionnaire/answers.ts';
import { useMay } from '../../../app/allowed.tsx';
import { loadTexts } from '../../../app/texts.tsx';
import { editRefusal, editStepOf } from '../../../plan-view/steps/edit-mode.ts';
import { EditStep } from './edit-step.tsx';
import { NextPage } from './next-page.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { PendingQuestions, PlanGate, type PageHeading } from './plan-gate.tsx';
import { OwnOrJoinedStep } from './question-step.tsx';
import { stepTexts } from '../../../plan-view/steps/step-texts.ts';
import { audienceOf } from '../../../plan-view/steps/use-step-list.ts';

const ContactsStep = lazy(() => import('./contacts-step.tsx'));
const CheckoutStep = lazy(() => import('./checkout/checkout-step.tsx'));
const SignStep = lazy(() => import('../signing/sign-step.tsx'));
const ConfirmEdit = lazy(() => import('../signing/confirm-edit.tsx'));

const editTexts: readonly TextFile[] = ['questionnaire-edit', 'versions'];

/** Loads the texts of the step, so that its title is shown while the plan is loading. */
export async function loadPlace({ step }: { step?: string | undefined }): Promise<void> {
  const known = stepIds.find((id) => id === step);
  if (known) await loadTexts(stepTexts(known));
}

/**
 * One step of the questionnaire; an unknown step redirects to the beginning. One with an edit step is in edit mode (QEDIT-02).
 */
export function Page() {
  const { step } = useParams({ strict: false });
  const { editStep }: { editStep?: unknown } = useSearch({ strict: false });
  const known = stepIds.find((id) => id === step);
  if (!known) return <Navigate to="/questionnaire" replace />;
  const named = editStepOf(editStep);
  const texts = [...stepTexts(known), ...(named ? editTexts : [])];
  return (
    <PlanGate key={`${known} ${named !== undefined}`} texts={texts} heading={headingOf(known)}>
      {(plan) => <Place plan={plan} step={known} flagged={editStep !== undefined} named={named} />}
    </PlanGate>
  );
}

/** Returns the title and introduction of a step. */
const headingOf = (step: StepId): PageHeading => ({
  title: `${step}.title` as PlainTextKey,
  lead: `${step}.hint` as PlainTextKey,
});

type PlaceProps = { plan: Plan; step: StepId; flagged: boolean; named: StepId | undefined };

/** The step in its possible mode: a plan that cannot be edited has no edit mode, and the address is changed accordingly. */
function Place({ plan, step, flagged, named }: PlaceProps) {
  const maySign = useMay('plan.sign');
  const editing = named !== undefined && editRefusal(plan, maySign) === undefined;
  if (flagged && !editing)
    return <Navigate to="/questionnaire/$step" params={{ step }} search={{}} replace />;
  return <Step plan={plan} step={step} editing={editing} />;
}

/** Steps after the signature are not available before it. */
function ToOpenStep({ plan }: { plan: Plan }) {
  const step = firstOpenStep(plan.answers, audienceOf(plan));
  return <Navigate to="/questionnaire/$step" params={{ step }} replace />;
}

function Step({ plan, step, editing }: { plan: Plan; step: StepId; editing: boolean }) {
  const audience = audienceOf(plan);
  if (!visibleSteps(audience).includes(step)) {
    return (
      <Navigate
        to="/questionnaire/$step"
        params={{ step: neighbourStep(step, audience, 1) ?? 'step9' }}
        replace
      />
    );
  }
  switch (step) {
    case 'step8':
      return (
        <Suspense fallback={<PendingQuestions heading={headingOf(step)} />}>
          <ContactsStep plan={plan} editing={editing} />
        </Suspense>
      );
    case 'checkout':
      return (
        <Suspense fallback={<PendingQuestions heading={headingOf(step)} />}>
          <CheckoutStep plan={plan} />
        </Suspense>
      );
    case 'step9':
      return (
        <Suspense fallback={<PendingQuestions heading={headingOf(step)} />}>
          {editing ? <ConfirmEdit plan={plan} /> : <SignStep plan={plan} />}
        </Suspense>
      );
    case 'step9b':
      return plan.status === 'draft' ? <ToOpenStep plan={plan} /> : <NextPage plan={plan} />;
    default:
      return editing ? <EditStep plan={plan} step={step} /> : <OwnOrJoinedStep plan={plan} step={step} />;
  }
}
