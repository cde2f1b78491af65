import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { paidTypes } from '../billing-api.ts';

const Subscribe = graphql(`
  mutation subscribeCustomer(
    $paymentMethodId: String
    $initialPriceId: String
    $yearlyPriceId: String
    $promotionId: String
    $idempotency_key: String!
  ) {
    subscribeCustomer(
      paymentMethodId: $paymentMethodId
      initialPriceId: $initialPriceId
      yearlyPriceId: $yearlyPriceId
      promotionId: $promotionId
      idempotency_key: $idempotency_key
    ) {
      status
      client_secret
      message
    }
  }
`);

const PayOverdue = graphql(`
  mutation payOverdue($paymentMethodId: String, $idempotency_key: String!) {
    payOverdue(paymentMethodId: $paymentMethodId, idempotency_key: $idempotency_key) {
      status
      client_secret
      message
    }
  }
`);

const Confirm = graphql(`
  mutation confirmPayment {
    confirmPayment {
      status
      client_secret
      message
    }
  }
`);

const Abandon = graphql(`
  mutation abandonPayment {
    abandonPayment {
      disabled
    }
  }
`);

/** State of a payment: paid, refused, waiting for the bank or for the payment company. */
export type PaymentStep = ResultOf<typeof Subscribe>['subscribeCustomer'];

/** Order of a payment: prices by their ids, never amounts. */
export type PaymentOrder = {
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  promotionId: string | null;
};

/** Pays for a plan (API-11). Without a card, the amount is zero or the saved card is used. @throws ApiError */
export const subscribe = async (
  order: PaymentOrder,
  paymentMethodId: string | null,
  idempotency_key: string,
): Promise<PaymentStep> =>
  (await call(Subscribe, { ...order, paymentMethodId, idempotency_key }, paidTypes)).subscribeCustomer;

/** Pays the overdue amount. @throws ApiError */
export const payOverdue = async (
  paymentMethodId: string | null,
  idempotency_key: string,
): Promise<PaymentStep> =>
  (await call(PayOverdue, { paymentMethodId, idempotency_key }, paidTypes)).payOverdue;

/** Reads the state of the current payment. Charges nothing. @throws ApiError */
export const confirmPayment = async (): Promise<PaymentStep> =>
  (await call(Confirm, {}, paidTypes)).confirmPayment;

/** Cancels the pending payment. @throws ApiError */
export const abandonPayment = () => call(Abandon, {}, paidTypes);
