import { Navigate, useNavigate } from '@tanstack/react-router';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import type { Plan } from '../../../../plan-view/plan.ts';
import { stepTexts } from '../../../../plan-view/steps/step-texts.ts';
import { useStepList } from '../../../../plan-view/steps/use-step-list.ts';
import {
  isPaid,
  OpenPaymentNotice,
  PaidSummary,
  usePaymentInformation,
  type PaymentInformation,
} from '../../../billing/api.ts';
import { PlanGate } from '../plan-gate.tsx';
import { QuestionFrame, StepHeading } from '../question-frame.tsx';
import { useNavigation } from '../use-navigation.ts';

/** The checkout step after payment: the paid plan, and a link to signing (QCHECK-04, GAP-44). */
export function Page() {
  return <PlanGate texts={stepTexts('checkout')}>{(plan) => <Success plan={plan} />}</PlanGate>;
}

function Success({ plan }: { plan: Plan }) {
  const t = useText();
  const going = useNavigation(plan, 'checkout');
  const steps = useStepList(plan, 'checkout');
  return (
    <QuestionFrame steps={steps} current="checkout">
      <StepHeading step="checkout" steps={steps} title="checkout.title" lead="success.payment.title" />
      <Loaded read={usePaymentInformation()}>{(information) => <Paid information={information} />}</Loaded>
      <div className="qend">
        <Button onClick={going.next}>{t('common.continue')}</Button>
        <Button variant="two" onClick={going.back}>
          {t('common.back')}
        </Button>
      </div>
    </QuestionFrame>
  );
}

function Paid({ information }: { information: PaymentInformation }) {
  const navigate = useNavigate();
  if (isPaid(information)) return <PaidSummary information={information} />;
  // There is no payment, or not yet: a person who returns from the payment company's page may arrive before its response.
  if (information.open === null || information.open.state === 'open')
    return <Navigate to="/questionnaire/$step" params={{ step: 'checkout' }} replace />;
  return (
    <OpenPaymentNotice
      information={information}
      onPaid={() => void navigate({ to: '/questionnaire/checkout-success' })}
    />
  );
}
