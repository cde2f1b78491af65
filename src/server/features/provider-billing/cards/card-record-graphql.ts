import { declineReasons } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { builder } from '../../../graphql/builder.ts';
import { CardRef } from '../../billing/api.ts';
import { getProviderCardRecord, type CardRecord, type LastCharge } from './card-record.ts';

const LastChargeRef = builder.objectRef<LastCharge>('ProviderLastCharge').implement({
  description: 'The last charge to a card of a provider.',
  fields: (t) => ({
    on: t.expose('on', { type: 'Date' }),
    amount: t.exposeInt('amount', { description: 'Australian cents.' }),
    invoice_number: t.exposeString('invoice_number', { nullable: true }),
    brand: t.exposeString('brand', { nullable: true }),
    last4: t.exposeString('last4', { nullable: true }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: `Null for a charge that was paid; otherwise ${declineReasons.join(', ')}.`,
    }),
    next_try_on: t.expose('next_try_on', {
      type: 'Date',
      nullable: true,
      description: 'When the payment company charges the card again by itself.',
    }),
  }),
});

const CardRecordRef = builder.objectRef<CardRecord>('ProviderCardRecord').implement({
  description: 'The card of a provider and its last charge, for the platform.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    plan_name: t.exposeString('plan_name', { nullable: true }),
    at_company: t.exposeBoolean('at_company', {
      description: 'The invoices of the plan are those of the payment company.',
    }),
    fee: t.exposeInt('fee', { nullable: true, description: 'Of the next term, in Australian cents.' }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    card: t.expose('card', { type: CardRef, nullable: true }),
    added_by: t.exposeString('added_by', {
      nullable: true,
      description: 'Name of the manager who added the card; null if that is not stored.',
    }),
    added_on: t.expose('added_on', { type: 'Date', nullable: true }),
    last_charge: t.expose('last_charge', { type: LastChargeRef, nullable: true }),
  }),
});

builder.queryFields((t) => ({
  getProviderCardRecord: t.field({
    type: CardRecordRef,
    description: 'The card of a provider, for the platform.',
    args: { provider_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderCardRecord.call(context, args),
  }),
}));
