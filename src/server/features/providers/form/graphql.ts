import { builder } from '../../../graphql/builder.ts';
import { ContactRef, ProviderRef } from '../profile/graphql.ts';
import { addProvider } from './add-operation.ts';
import { getContactChoices } from './contact/contact-operations.ts';
import {
  getProviderSubscriptions,
  updateProviderFee,
  updateProviderSubscription,
} from './money/money-operations.ts';
import type { ContactChoice } from './contact/contact.ts';
import { getProviderForm, type ProviderForm } from './read-operation.ts';
import type { ProviderSubscription } from './money/subscriptions.ts';
import { updateProvider } from './update-operation.ts';

const SubscriptionRef = builder.objectRef<ProviderSubscription>('ProviderSubscription').implement({
  description: 'A payment plan for providers.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    fee: t.exposeInt('fee', { description: 'Australian cents.' }),
  }),
});

const ContactChoiceRef = builder.objectRef<ContactChoice>('ContactChoice').implement({
  description: 'One of the staff who may speak for a provider.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email'),
    status: t.exposeString('status', { description: 'invited or active.' }),
  }),
});

const FormRef = builder.objectRef<ProviderForm>('ProviderForm').implement({
  description: 'A provider as its form has it: what is empty is an empty text, days are DD/MM/YYYY.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    address: t.exposeString('address'),
    state: t.exposeString('state'),
    postcode: t.exposeString('postcode'),
    location: t.exposeString('location'),
    phone_number: t.exposeString('phone_number'),
    email: t.exposeString('email'),
    type: t.exposeString('type', { description: 'internal_provider or external_provider.' }),
    external_id: t.exposeString('external_id', { description: 'Without the fixed prefix.' }),
    government_id: t.exposeString('government_id'),
    subscription_id: t.exposeString('subscription_id'),
    subscription_start_date: t.exposeString('subscription_start_date'),
    trial_expiry_date: t.exposeString('trial_expiry_date'),
    subscription: t.expose('subscription', { type: SubscriptionRef, nullable: true }),
    no_of_beds: t.exposeInt('no_of_beds', { nullable: true }),
    no_of_customers: t.exposeInt('no_of_customers', { nullable: true }),
    fee: t.exposeInt('fee', { nullable: true, description: 'Australian cents.' }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    parent_id: t.exposeID('parent_id', { nullable: true }),
    parent_name: t.exposeString('parent_name', { nullable: true }),
    provider_root_id: t.exposeID('provider_root_id', { nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    logo: t.exposeString('logo', { nullable: true }),
    contact: t.expose('contact', { type: ContactRef, nullable: true }),
    version: t.exposeInt('version'),
    may_manage: t.exposeBoolean('may_manage', { description: 'The caller may change all but the money.' }),
    may_bill: t.exposeBoolean('may_bill', { description: 'The caller may change the payment plan.' }),
    may_change_contact: t.exposeBoolean('may_change_contact'),
  }),
});

builder.queryFields((t) => ({
  getProviderForm: t.field({
    type: FormRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderForm.call(context, args),
  }),
  getProviderSubscriptions: t.field({
    type: [SubscriptionRef],
    resolve: (_, __, context) => getProviderSubscriptions.call(context, {}),
  }),
  getContactChoices: t.field({
    type: [ContactChoiceRef],
    args: {
      provider_id: t.arg.id({ required: true }),
      searchQuery: t.arg.string(),
      id: t.arg.string({ description: 'One of them, instead of all.' }),
    },
    resolve: (_, args, context) => getContactChoices.call(context, args),
  }),
}));

/** Returns the arguments for the profile of a provider, which is always sent as a whole. */
const profileArgs = () =>
  builder.args((arg) => ({
    name: arg.string({ required: true }),
    address: arg.string({ required: true }),
    state: arg.string({ required: true }),
    postcode: arg.string({ required: true }),
    location: arg.string({ required: true }),
    phone_number: arg.string({ required: true }),
    email: arg.string({ description: 'Empty: none.' }),
  }));

/** Returns the arguments for the ids, the payment plan and the trial of a provider. */
const detailArgs = () =>
  builder.args((arg) => ({
    external_id: arg.string({ description: 'Without the fixed prefix. For an external provider alone.' }),
    government_id: arg.string(),
    subscription_id: arg.string(),
    trial_expiry_date: arg.field({ type: 'Date' }),
  }));

// The provider itself.
builder.mutationFields((t) => ({
  addProvider: t.field({
    type: ProviderRef,
    args: {
      parent_id: t.arg.id({ description: 'Null: the top of a new tree. It must be said.' }),
      ...profileArgs(),
      ...detailArgs(),
      type: t.arg.string({ required: true, description: 'internal_provider or external_provider.' }),
      subscription_start_date: t.arg({ type: 'Date', required: true }),
      contact_id: t.arg.string(),
      provider_root_id: t.arg.string({ description: 'Not used: the root is that of the tree.' }),
      logo: t.arg.string({ description: 'JPEG, PNG, WebP or BMP of at most 2 MB, as data URL.' }),
      logo_name: t.arg.string({ description: 'The name of its file, to be checked.' }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => addProvider.call(context, args),
  }),
  updateProvider: t.field({
    type: ProviderRef,
    description:
      'The profile is sent as a whole, and so is the rest, or it stays. `conflict` carries `details.version` and `details.saved`.',
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      ...profileArgs(),
      ...detailArgs(),
      type: t.arg.string({ description: 'internal_provider or external_provider; with it goes the rest.' }),
      subscription_start_date: t.arg({ type: 'Date' }),
      contact_id: t.arg.string(),
      parent_id: t.arg.string({ description: 'As it is: another one is a move.' }),
    },
    resolve: (_, args, context) => updateProvider.call(context, args),
  }),
}));

// Money.
builder.mutationFields((t) => ({
  updateProviderSubscription: t.field({
    type: ProviderRef,
    description: 'Another payment plan, from today on.',
    args: { id: t.arg.id({ required: true }), subscription_id: t.arg.string({ required: true }) },
    resolve: (_, args, context) => updateProviderSubscription.call(context, args),
  }),
  updateProviderFee: t.field({
    type: ProviderRef,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ description: 'The save it is based on. `conflict` carries what is saved now.' }),
      no_of_beds: t.arg.int({ description: 'Or the number of customers: one of the two.' }),
      no_of_customers: t.arg.int(),
      fee: t.arg.int({ required: true, description: 'Australian cents, for all of them together.' }),
    },
    resolve: (_, args, context) => updateProviderFee.call(context, args),
  }),
}));
