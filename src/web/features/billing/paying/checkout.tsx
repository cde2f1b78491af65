import { useCallback, useEffect, useRef, useState } from 'react';
import { dollars } from '../../../../domain/billing/money.ts';
import { discountOf } from '../../../../domain/billing/pricing.ts';
import { StaffLimit, useMay } from '../../../app/allowed.tsx';
import { useText } from '../../../app/texts.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Notice } from '../../../ui/messages/notice.tsx';
import { closeSnackbarSaying } from '../../../ui/messages/snackbars.ts';
import shared from '../billing.module.css';
import css from './paying.module.css';
import type { OfferedPlan, PaymentInformation } from '../billing-api.ts';
import { useBank } from '../card/use-bank.tsx';
import { checkoutKind, isOnce, isPaid, ownPriceOf, priceOf } from '../checkout-kind.ts';
import { PaymentTerms } from './payment-terms.tsx';
import { OpenPayment } from './open-payment.tsx';
import { PaidSummary } from './paid-summary.tsx';
import { PayArea } from './pay-area.tsx';
import { subscribe } from './paying-api.ts';
import { PlanList, type PlanListProps } from './plan-list.tsx';
import { PromotionEntry } from './promotion-entry.tsx';
import { Sum } from './sum.tsx';
import { usePaying } from './use-paying.ts';
import { usePromotion } from './use-promotion.ts';

type CheckoutProps = {
  information: PaymentInformation;
  /** Called after payment. */
  onPaid: () => void;
  /** Plans on the left and payment on the right, if there is space (QCHECK-02). */
  sideBySide?: boolean;
  /** Only this plan is offered, to replace the current one. */
  changeTo?: 'lifetime' | undefined;
};

/** Form to choose a payment plan and to pay, or the reason why there is nothing to pay here. */
export function Checkout({ information, changeTo, ...rest }: CheckoutProps) {
  const t = useText();
  const may = useMay('billing.pay');
  const [held, setHeld] = useState<PaymentInformation>();
  // The paid plan stays visible with the text on its button, whatever is read meanwhile.
  const shown = held ?? information;
  const latest = useRef(shown);
  latest.current = shown;
  const hold = useCallback((holds: boolean) => setHeld(holds ? latest.current : undefined), []);
  const kind = checkoutKind(shown);
  if (kind === 'covered') {
    return (
      <Notice icon="circle-check">
        <b>{t('checkout.providerCovers.title')}</b>
      </Notice>
    );
  }
  if (kind === 'paid' && !changeTo) return <PaidSummary information={shown} />;
  if (kind === 'disabled' || shown.disabled) {
    return (
      <Notice>
        <b>{t('checkout.disabled.title')}</b>
        <p>{t('checkout.disabled.body')}</p>
      </Notice>
    );
  }
  if (!may) {
    return (
      <Notice icon="lock">
        <StaffLimit action="billing.pay" />
      </Notice>
    );
  }
  return <ChooseAndPay {...rest} information={shown} changeTo={changeTo} onHold={hold} />;
}

function ChooseAndPay({
  information,
  sideBySide,
  changeTo,
  onPaid,
  onHold,
}: CheckoutProps & { onHold: (hold: boolean) => void }) {
  const t = useText();
  const { plans, open } = information;
  const [chosen, setChosen] = useState(changeTo ?? open?.plan ?? 'care');
  const own = ownPriceOf(information);
  const plan: OfferedPlan | undefined = own ?? plans.find(({ id }) => id === chosen);
  if (!plan) return <Notice>{t('billing.cardForm.noLoad')}</Notice>;
  return (
    <div className={classNames(css.checkout, sideBySide && css.sideBySide)}>
      <Priced
        {...{ information, plan, onPaid, onHold }}
        choice={own || changeTo ? null : { plans, chosen, onChoose: setChosen }}
        isOwnPrice={own !== undefined}
      />
    </div>
  );
}

type PricedProps = {
  information: PaymentInformation;
  plan: OfferedPlan;
  /** Payment plans to choose from; null if there is only one. */
  choice: Omit<PlanListProps, 'due'> | null;
  /** Whether the price is the person's own. */
  isOwnPrice: boolean;
  onPaid: () => void;
  onHold: (hold: boolean) => void;
};

function Priced({ information, plan, choice, isOwnPrice, onPaid, onHold }: PricedProps) {
  const t = useText();
  const paid = isPaid(information);
  const { open } = information;
  const bank = useBank(information);
  const promotion = usePromotion(
    plan,
    open?.promotion_code ?? (paid ? null : information.stripe_promotion_id),
  );
  const fees = { initialFee: plan.initialFee, yearlyFee: plan.yearlyFee };
  const discount = discountOf(fees, promotion.applied?.coupon ?? null);
  const total = priceOf(plan) - discount;
  const later = promotion.applied?.everyYear ? total : priceOf(plan);
  const order = {
    initialPriceId: plan.initialPriceId,
    yearlyPriceId: plan.yearlyPriceId,
    promotionId: promotion.applied?.id ?? null,
  };
  const pay = (card: string | null, key: string) => {
    // The message about a cancelled payment must not be shown beside the outcome of this one.
    closeSnackbarSaying(t('billing.open.givenUp'));
    return subscribe(order, card, key);
  };
  const paying = usePaying(pay, { bank, order, onPaid });
  const hold = paying.state === 'pending' || paying.state === 'complete';
  useEffect(() => onHold(hold), [hold, onHold]);
  // A refusal by the bank is known here before the payment data is read again.
  const refused = paying.state === 'error' && open?.state === 'needs_action';
  const waits = open !== null && open.state !== 'open' && !hold && !refused;
  return (
    <>
      <div>
        {isOwnPrice && <p>{t('checkout.otherPrice')}</p>}
        {choice && <PlanList {...choice} due={{ now: total, later }} />}
        <PaymentTerms plan={plan} />
        <PromotionEntry promotion={promotion} discount={discount} removable={!paid} />
        <Sum {...fees} discount={discount} />
        {total === 0 && (
          <p className={shared.small}>
            {isOnce(plan) || later === 0
              ? t('billing.promo.free')
              : t('billing.promo.freeFirst', { amount: dollars(later) })}
          </p>
        )}
      </div>
      <section className={shared.sheet} aria-label={t('checkout.card.title')}>
        {waits && <OpenPayment open={open} bank={bank} onPaid={onPaid} />}
        {/* The payment form is kept behind the pending payment, with the typed card. */}
        <div hidden={waits}>
          <PayArea information={information} total={total} paying={paying} />
        </div>
        {bank.dialog}
      </section>
    </>
  );
}
