import { Navigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { neighbourStep, visibleSteps } from '../../../domain/questionnaire/completeness.ts';
import { stepIds, type StepId } from '../../../domain/questionnaire/answers.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { CheckoutStep } from './checkout-step.tsx';
import { ContactsStep } from './contacts-step.tsx';
import { NextPage } from './next-page.tsx';
import type { Plan } from './plan.ts';
import { PlanGate } from './plan-gate.tsx';
import { QuestionStep } from './question-step.tsx';
import { startTexts, stepTexts } from './step-texts.ts';
import { audienceOf } from './use-step-list.ts';

const SignStep = lazy(() => import('./sign-step.tsx'));

/** The texts that every step needs, for its route. */
export const texts = startTexts;

/** One step of the questionnaire; an address that is no step leads to the beginning. */
export function Page() {
  const { step } = useParams({ strict: false });
  const known = stepIds.find((id) => id === step);
  if (!known) return <Navigate to="/questionnaire" replace />;
  return (
    <PlanGate key={known} texts={stepTexts(known)}>
      {(plan) => <Step plan={plan} step={known} />}
    </PlanGate>
  );
}

function Step({ plan, step }: { plan: Plan; step: StepId }) {
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
      return <ContactsStep plan={plan} />;
    case 'checkout':
      return <CheckoutStep plan={plan} />;
    case 'step9':
      return (
        <Suspense fallback={<Spinner />}>
          <SignStep plan={plan} />
        </Suspense>
      );
    case 'step9b':
      return <NextPage plan={plan} />;
    default:
      return <QuestionStep plan={plan} step={step} />;
  }
}
