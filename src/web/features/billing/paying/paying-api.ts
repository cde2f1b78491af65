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

/** How far a payment is: paid, refused, waiting for the bank or for the payment company. */
export type PaymentStep = ResultOf<typeof Subscribe>['subscribeCustomer'];

/** What is paid for: prices by their names, never sums. */
export type PaymentOrder = {
  initialPriceId: string | null;
  yearlyPriceId: string | null;
  promotionId: string | null;
};

/** Pays for a plan (API-11). Without a card there is nothing to take, or the saved one is meant. @throws ApiError */
export const subscribe = async (
  order: PaymentOrder,
  paymentMethodId: string | null,
  idempotency_key: string,
): Promise<PaymentStep> =>
  (await call(Subscribe, { ...order, paymentMethodId, idempotency_key }, paidTypes)).subscribeCustomer;

/** Pays what is overdue. @throws ApiError */
export const payOverdue = async (
  paymentMethodId: string | null,
  idempotency_key: string,
): Promise<PaymentStep> =>
  (await call(PayOverdue, { paymentMethodId, idempotency_key }, paidTypes)).payOverdue;

/** Reads the state of the current payment. Charges nothing. @throws ApiError */
export const confirmPayment = async (): Promise<PaymentStep> =>
  (await call(Confirm, {}, paidTypes)).confirmPayment;

/** Gives up the payment that was begun. @throws ApiError */
export const abandonPayment = () => call(Abandon, {}, paidTypes);
