import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';
import type { CardCalls } from '../billing/api.ts';

const Paying = graphql(`
  query getProviderPaying($provider_id: ID!) {
    getProviderPaying(provider_id: $provider_id) {
      id
      charged
      may_pay
      disabled
      publishable_key
      stand_in
      provider_down
      card {
        brand
        last4
        exp_month
        exp_year
      }
      unpaid {
        id
        invoice_number
        amount
        charge_failed
      }
    }
  }
`);

const SaveCard = graphql(`
  mutation saveProviderCard($provider_id: ID!, $card_token: String!, $idempotency_key: String) {
    saveProviderCard(provider_id: $provider_id, card_token: $card_token, idempotency_key: $idempotency_key) {
      status
      client_secret
      message
    }
  }
`);

const ConfirmCard = graphql(`
  mutation confirmProviderCard($provider_id: ID!, $client_secret: String!) {
    confirmProviderCard(provider_id: $provider_id, client_secret: $client_secret) {
      status
      client_secret
      message
    }
  }
`);

const RemoveCard = graphql(`
  mutation removeProviderCard($provider_id: ID!) {
    removeProviderCard(provider_id: $provider_id) {
      status
    }
  }
`);

const Pay = graphql(`
  mutation payProviderInvoice($id: ID!, $idempotency_key: String!) {
    payProviderInvoice(id: $id, idempotency_key: $idempotency_key) {
      status
      client_secret
      message
    }
  }
`);

const ConfirmPayment = graphql(`
  mutation confirmProviderPayment($id: ID!) {
    confirmProviderPayment(id: $id) {
      status
      client_secret
      message
    }
  }
`);

const CardOfProvider = graphql(`
  query getProviderCardRecord($provider_id: ID!) {
    getProviderCardRecord(provider_id: $provider_id) {
      id
      name
      plan_name
      at_company
      fee
      next_billing_date
      card {
        brand
        last4
        exp_month
        exp_year
      }
      added_by
      added_on
      last_charge {
        on
        amount
        invoice_number
        brand
        last4
        refusal
        next_try_on
      }
    }
  }
`);

/** The card of a provider and its last charge, as the platform sees them. Amounts in Australian cents. */
export type CardRecord = ResultOf<typeof CardOfProvider>['getProviderCardRecord'];

/** How a provider pays: its card, and its unpaid invoices. */
export type ProviderPaying = ResultOf<typeof Paying>['getProviderPaying'];
export type UnpaidInvoice = ProviderPaying['unpaid'][number];

const changed = { types: ['ProviderPaying', 'ProviderBilling', 'BookedPayment', 'BookedPaymentPage'] };

/** Reads how a provider pays. */
export const useProviderPaying = (provider_id: string): Read<ProviderPaying> =>
  mapRead(
    useRead(Paying, { provider_id }, { refresh: true, types: changed.types }),
    ({ getProviderPaying }) => getProviderPaying,
  );

/** Reads the card of a provider and its last charge, for the platform. */
export const useCardRecord = (provider_id: string): Read<CardRecord> =>
  mapRead(
    useRead(CardOfProvider, { provider_id }, { refresh: true, types: changed.types }),
    ({ getProviderCardRecord }) => getProviderCardRecord,
  );

/** Returns the calls that change the card of a provider. */
export const providerCard = (provider_id: string): CardCalls => ({
  add: async (card_token, idempotency_key) =>
    (await call(SaveCard, { provider_id, card_token, idempotency_key }, changed)).saveProviderCard,
  confirm: async (client_secret) =>
    (await call(ConfirmCard, { provider_id, client_secret }, changed)).confirmProviderCard,
  remove: () => call(RemoveCard, { provider_id }, changed),
});

/** Pays an invoice with the saved card. A repeated call has the same key. @throws ApiError */
export const payInvoice = async (id: string, idempotency_key: string) =>
  (await call(Pay, { id, idempotency_key }, changed)).payProviderInvoice;

/** Reads the outcome of a payment after the bank's page. Charges nothing. @throws ApiError */
export const confirmInvoicePayment = async (id: string) =>
  (await call(ConfirmPayment, { id }, changed)).confirmProviderPayment;
