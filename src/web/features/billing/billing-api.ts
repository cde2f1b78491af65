import type { Coupon } from '../../../domain/billing/pricing.ts';
import { paymentList } from '../../../domain/lists/definitions/billing/payments.ts';
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

export const AddCard = graphql(`
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

/** Payment plan of a person, the plans that they can buy, and the card. */
export type PaymentInformation = ResultOf<typeof Information>['getPaymentInformation'];

/** Current or previous payment plan. */
export type CurrentPlan = NonNullable<PaymentInformation['current']>;

/** Plan that can be bought: one of the payment plans, or the person's own price (PAY-10). */
export type OfferedPlan = Omit<PaymentInformation['plans'][number], 'id'> & {
  id: PaymentInformation['plans'][number]['id'] | null;
};

/** Card data that may be shown (ENT-05). */
export type ShownCard = NonNullable<PaymentInformation['card']>;

/** A saved card, with its id for payments. */
export type SavedCard = ResultOf<typeof SavedCards>['stripeAccounts']['payment_methods'][number];

/** A promotion as found by its code (ENT-04). */
export type FoundPromotion = Omit<
  NonNullable<ResultOf<typeof PromotionByCode>['getStripePromotion']['stripePromotion']>,
  'coupon'
> & { coupon: Coupon };

export type Payment = ResultOf<typeof Payments>['getTransactions']['data'][number];
type PaymentPage = ResultOf<typeof Payments>['getTransactions'];

/** Types that a payment may change: the plan, the person, the saved card, and the past payments (API-11, GAP-59). */
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

/** Reads the person's payment plan from the server's books. */
export const usePaymentInformation = (): Read<PaymentInformation> =>
  mapRead(
    useRead(Information, {}, { refresh: true, types: ['PaymentInformation'] }),
    ({ getPaymentInformation }) => getPaymentInformation,
  );

/** Reads the card that is saved at the payment company; null for none (API-10). */
export const useSavedCard = ({ pause = false } = {}): Read<SavedCard | null> =>
  mapRead(
    useRead(SavedCards, {}, { pause, refresh: true, types: ['StripeAccounts'] }),
    ({ stripeAccounts }) => stripeAccounts.payment_methods[0] ?? null,
  );

/** Finds a promotion by its code, in upper or lower case, or by its id; null for none (API-12). @throws ApiError */
export async function findPromotion(code: string): Promise<FoundPromotion | null> {
  const { getStripePromotion: result } = await call(PromotionByCode, { stripePromotionId: code });
  const found = result.stripePromotion;
  if (!found) return null;
  const { amount_off, percent_off } = found.coupon;
  return { ...found, coupon: { amount_off: amount_off ?? null, percent_off: percent_off ?? null } };
}

/** Reads a page of past payments, newest first. */
export const usePayments = (request: ListRequest<typeof paymentList>): Read<PaymentPage> =>
  mapRead(
    useListRead(paymentList, request, Payments, {
      types: ['Transaction', 'TransactionPage'],
    }),
    ({ getTransactions }) => getTransactions,
  );

/** Saves a card for the next payment, replacing the previous one (API-21). @throws ApiError */
export const addCard = async (card_token: string, idempotency_key: string) =>
  (await call(AddCard, { card_token, remove: null, idempotency_key }, paidTypes)).stripeAddCard;

/** Returns whether the card is saved, after the bank's page. @throws ApiError */
export const confirmCard = async (client_secret: string) =>
  (await call(ConfirmCard, { client_secret }, paidTypes)).confirmCard;

/** Removes the saved card (API-21). @throws ApiError */
export const removeCard = async () =>
  (await call(AddCard, { card_token: null, remove: true, idempotency_key: null }, paidTypes)).stripeAddCard;

/** Cancels the payment plan at the end of the paid period; `message` goes to the help desk. @throws ApiError */
export const cancelPlan = async (message: string) =>
  (await call(Cancel, { message: message.trim() || null }, paidTypes)).cancelSubscription.current;

/** Undoes the cancellation. @throws ApiError */
export const resumePlan = async () => (await call(Resume, {}, paidTypes)).resumeSubscription.current;
