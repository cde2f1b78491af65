import type { Coupon } from '../../../domain/billing/pricing.ts';
import { paymentList } from '../../../domain/lists/payments.ts';
import type { ListRequest } from '../../../domain/lists/request.ts';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import { useListRead } from '../../lists/use-list-read.ts';

const Information = graphql(`
  query getPaymentInformation {
    getPaymentInformation {
      plans {
        id
        label
        initialFee
        yearlyFee
        initialPriceId
        yearlyPriceId
      }
      current {
        state
        plan
        label
        fee
        recurrence
        since
        next_billing_date
        next_amount
        ends_on
        ended_on
        overdue_amount
        overdue_since
        grace_until
        promotion_code
        promotion {
          amount_off
          percent_off
        }
      }
      ownPrice {
        state
        label
        fee
        recurrence
        initialPriceId
        yearlyPriceId
      }
      card {
        brand
        last4
        exp_month
        exp_year
      }
      open {
        plan
        promotion_code
        total
        state
      }
      disabled
      covered
      provider_name
      stripe_promotion_id
      publishable_key
      stand_in
      provider_down
      trial_end_date
    }
  }
`);

const SavedCards = graphql(`
  query stripeAccounts {
    stripeAccounts {
      payment_methods {
        id
        card {
          brand
          last4
          exp_month
          exp_year
        }
      }
    }
  }
`);

const PromotionByCode = graphql(`
  query getStripePromotion($stripePromotionId: String!) {
    getStripePromotion(stripePromotionId: $stripePromotionId) {
      stripePromotion {
        id
        code
        state
        priceIds
        everyYear
        coupon {
          amount_off
          percent_off
        }
      }
    }
  }
`);

const Payments = graphql(`
  query getTransactions($offset: Int, $limit: Int) {
    getTransactions(offset: $offset, limit: $limit) {
      count
      count_is_exact
      data {
        id
        amount
        invoice_date
        payment_date
        due_date
        refunded
        status
        stripe_invoice_pdf
        invoice_number
        description
      }
    }
  }
`);

const AddCard = graphql(`
  mutation stripeAddCard($card_token: String, $remove: Boolean, $idempotency_key: String) {
    stripeAddCard(card_token: $card_token, remove: $remove, idempotency_key: $idempotency_key) {
      status
      client_secret
      message
    }
  }
`);

const ConfirmCard = graphql(`
  mutation confirmCard($client_secret: String!) {
    confirmCard(client_secret: $client_secret) {
      status
      client_secret
      message
    }
  }
`);

const Cancel = graphql(`
  mutation cancelSubscription($message: String) {
    cancelSubscription(message: $message) {
      current {
        state
        ends_on
      }
    }
  }
`);

const Resume = graphql(`
  mutation resumeSubscription {
    resumeSubscription {
      current {
        state
        next_billing_date
      }
    }
  }
`);

/** What a person pays for and can pay for, and with which card. */
export type PaymentInformation = ResultOf<typeof Information>['getPaymentInformation'];

/** What is paid for now, or was. */
export type CurrentPlan = NonNullable<PaymentInformation['current']>;

/** What can be paid for: one of the payment plans, or the person's own price (PAY-10). */
export type OfferedPlan = Omit<PaymentInformation['plans'][number], 'id'> & {
  id: PaymentInformation['plans'][number]['id'] | null;
};

/** A card as it may be shown (ENT-05). */
export type ShownCard = NonNullable<PaymentInformation['card']>;

/** A card that is kept, with the name by which it is paid with. */
export type SavedCard = ResultOf<typeof SavedCards>['stripeAccounts']['payment_methods'][number];

/** A promotion as a code finds it (ENT-04). */
export type FoundPromotion = Omit<
  NonNullable<ResultOf<typeof PromotionByCode>['getStripePromotion']['stripePromotion']>,
  'coupon'
> & { coupon: Coupon };

export type Payment = ResultOf<typeof Payments>['getTransactions']['data'][number];
type PaymentPage = ResultOf<typeof Payments>['getTransactions'];

/** All that may be other after a payment: the plan, the person, the saved card, and what was paid (API-11, GAP-59). */
export const paidTypes = {
  types: [
    'PaymentInformation',
    'StripeAccounts',
    'Transaction',
    'TransactionPage',
    'User',
    'AcpUser',
    'UserAcp',
    'RecentActivity',
  ],
};

/** What the person pays for, by the server's books. */
export const usePaymentInformation = (): Read<PaymentInformation> =>
  mapRead(
    useRead(Information, {}, { refresh: true, types: ['PaymentInformation'] }),
    ({ getPaymentInformation }) => getPaymentInformation,
  );

/** The card that is kept at the payment company; null for none (API-10). */
export const useSavedCard = ({ pause = false } = {}): Read<SavedCard | null> =>
  mapRead(
    useRead(SavedCards, {}, { pause, refresh: true, types: ['StripeAccounts'] }),
    ({ stripeAccounts }) => stripeAccounts.payment_methods[0] ?? null,
  );

/** A promotion by its code, in any case of letters, or by its id; null for none (API-12). @throws ApiError */
export async function findPromotion(code: string): Promise<FoundPromotion | null> {
  const { getStripePromotion: result } = await call(PromotionByCode, { stripePromotionId: code });
  const found = result.stripePromotion;
  if (!found) return null;
  const { amount_off, percent_off } = found.coupon;
  return { ...found, coupon: { amount_off: amount_off ?? null, percent_off: percent_off ?? null } };
}

/** A page of what was paid, newest first. */
export const usePayments = (request: ListRequest<typeof paymentList>): Read<PaymentPage> =>
  mapRead(
    useListRead(paymentList, request, Payments, {
      types: ['Transaction', 'TransactionPage'],
    }),
    ({ getTransactions }) => getTransactions,
  );

/** Keeps a card for the next payment, in place of the one before (API-21). @throws ApiError */
export const addCard = async (card_token: string, idempotency_key: string) =>
  (await call(AddCard, { card_token, remove: null, idempotency_key }, paidTypes)).stripeAddCard;

/** After the bank's page: whether the card is kept now. @throws ApiError */
export const confirmCard = async (client_secret: string) =>
  (await call(ConfirmCard, { client_secret }, paidTypes)).confirmCard;

/** Removes the saved card (API-21). @throws ApiError */
export const removeCard = async () =>
  (await call(AddCard, { card_token: null, remove: true, idempotency_key: null }, paidTypes)).stripeAddCard;

/** Ends the payment plan with what is paid for; `message` goes to the help desk. @throws ApiError */
export const cancelPlan = async (message: string) =>
  (await call(Cancel, { message: message.trim() || null }, paidTypes)).cancelSubscription.current;

/** Takes that back. @throws ApiError */
export const resumePlan = async () => (await call(Resume, {}, paidTypes)).resumeSubscription.current;
