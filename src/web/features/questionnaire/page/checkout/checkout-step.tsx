import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { Notice } from '../../../../ui/messages/notice.tsx';
import type { Plan } from '../../../../plan-view/plan.ts';
import { audienceOf, useStepList } from '../../../../plan-view/steps/use-step-list.ts';
import { Checkout, isPaid, usePaymentInformation } from '../../../billing/api.ts';
import css from '../../questionnaire.module.css';
import { QuestionFrame, StepHeading } from '../question-frame.tsx';
import { useNavigation } from '../use-navigation.ts';

/**
 * Selection of a payment plan and payment, before a person signs (QCHECK-01, QCHECK-02). Continuing never depends on the payment,
 * nor on the payment company (QCHECK-03, GAP-44).
 */
export default function CheckoutStep({ plan }: { plan: Plan }) {
  const t = useText();
  const navigate = useNavigate();
  const going = useNavigation(plan, 'checkout');
  const steps = useStepList(plan, 'checkout');
  const covered = audienceOf(plan).providerCustomer;
  const read = usePaymentInformation();
  const paid = read.data !== undefined && isPaid(read.data);
  return (
    <QuestionFrame steps={steps} current="checkout" pair={!covered}>
      <StepHeading
        step="checkout"
        steps={steps}
        title="checkout.title"
        lead={covered ? 'checkout.providerCovers.body' : 'checkout.hint'}
      />
      {covered ? (
        <div className={css.notice}>
          <Notice icon="circle-check">
            <b>{t('checkout.providerCovers.title')}</b>
          </Notice>
        </div>
      ) : (
        <>
          <div className={css.intro}>
            <Disclosure summary={t('common.why')}>{t('checkout.why')}</Disclosure>
          </div>
          <Loaded read={read}>
            {(information) => (
              <Checkout
                information={information}
                sideBySide
                onPaid={() => void navigate({ to: '/questionnaire/checkout-success' })}
              />
            )}
          </Loaded>
        </>
      )}
      <div className="qend">
        {/* A page has one filled button: the paid plan has its own. */}
        <Button variant={covered || paid ? undefined : 'two'} onClick={going.next}>
          {t('common.continue')}
        </Button>
        <Button variant="two" onClick={going.back}>
          {t('common.back')}
        </Button>
        {!covered && !paid && <span className="quiet small">{t('checkout.continueUnpaid')}</span>}
      </div>
    </QuestionFrame>
  );
}
