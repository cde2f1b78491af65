import { planStates } from '../../../domain/customers/plan-state.ts';
import { builder } from '../../graphql/builder.ts';
import { AcpStatus, UserStatus } from '../../graphql/enums.ts';
import type { CustomerRow } from './customer-row.ts';

/** Meaning of the dot beside a plan (CTABLE-22). */
export const CustomerPlanState = builder.enumType('CustomerPlanState', { values: planStates });

const IntegrationRef = builder.objectRef<{ type: string }>('Integration').implement({
  description: 'Another system that an account is linked to.',
  fields: (t) => ({ type: t.exposeString('type') }),
});

export const CustomerRowRef = builder.objectRef<CustomerRow>('CustomerRow').implement({
  description: 'A customer as the list shows them (CTABLE-05, ENT-07).',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Null while the account only has the place of an address.',
    }),
    designated_email: t.exposeBoolean('designated_email', { description: 'Staff named the address.' }),
    placeholder_email: t.exposeBoolean('placeholder_email'),
    image: t.exposeString('image', { nullable: true, description: 'Where the portrait is read.' }),
    customer_id: t.exposeString('customer_id', {
      nullable: true,
      description: "The provider's own number.",
    }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    acp_status: t.expose('acp_status', { type: AcpStatus, description: 'Complete with an ACP file.' }),
    plan_state: t.expose('plan_state', { type: CustomerPlanState, description: 'What the dot says.' }),
    latest_update: t.expose('latest_update', {
      type: 'DateTime',
      nullable: true,
      description: 'When the newest ACP file was activated.',
    }),
    customer_status: t.expose('customer_status', { type: UserStatus }),
    created_at: t.expose('created_at', { type: 'DateTime', description: 'Shown as the invite date.' }),
    invite_date: t.expose('invite_date', {
      type: 'DateTime',
      nullable: true,
      description: 'When the invitation that can be accepted was sent.',
    }),
    invitation_expires: t.expose('invitation_expires', {
      type: 'DateTime',
      nullable: true,
      description: 'Null for who was not invited or has accepted.',
    }),
    last_reminder: t.expose('last_reminder', {
      type: 'DateTime',
      nullable: true,
      description: 'When the invitation was sent again.',
    }),
    trial_end_date: t.expose('trial_end_date', { type: 'Date', nullable: true }),
    removal_on: t.expose('removal_on', {
      type: 'Date',
      nullable: true,
      description: 'When a customer whom staff removed is deleted.',
    }),
    integrations: t.field({ type: [IntegrationRef], resolve: ({ integrations }) => integrations }),
  }),
});
