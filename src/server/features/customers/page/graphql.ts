import type { ControlState } from '../../../../domain/customers/actions/control-panel.ts';
import { builder } from '../../../graphql/builder.ts';
import { AcpStatus, Language, UserStatus } from '../../../graphql/enums.ts';
import { pageType } from '../../../graphql/page.ts';
import { FileProblem } from '../../files/api.ts';
import { ActivityRef } from '../../notifications/api.ts';
import { PlanOpenings, type PendingRemoval } from '../../privacy/api.ts';
import type { TrustedContact } from '../../sharing/api.ts';
import type { RecentMove } from '../actions/moving/recent-move.ts';
import { CustomerPlanState } from '../customer-row-graphql.ts';
import {
  getCustomer,
  getCustomerActivities,
  getCustomerOpenings,
  getCustomerVersions,
  type CustomerPage,
} from './operations.ts';
import type { CustomerFile, CustomerPlan, CustomerVersion, WaitingDocument } from './store.ts';

const CustomerPlanRef = builder.objectRef<CustomerPlan>('CustomerPlan').implement({
  description: "The state of a customer's plan, without its answers.",
  fields: (t) => ({
    id: t.exposeID('id'),
    state: t.expose('state', { type: CustomerPlanState, description: 'What the dot says (CTABLE-22).' }),
    status: t.expose('status', { type: AcpStatus }),
    version: t.exposeInt('version', { description: 'Counts saves. Changes by staff name the one they saw.' }),
    plan_version: t.exposeInt('plan_version', { description: 'Counts signed states.' }),
    language: t.expose('language', { type: Language }),
    signed_at: t.expose('signed_at', { type: 'DateTime', nullable: true }),
    changed_at: t.expose('changed_at', { type: 'DateTime' }),
    changed_by: t.exposeString('changed_by', { nullable: true }),
    restored_at: t.expose('restored_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When staff brought this version back; null for one that the person made.',
    }),
    locked: t.exposeBoolean('locked'),
    locked_at: t.expose('locked_at', { type: 'DateTime', nullable: true }),
    locked_by: t.exposeString('locked_by', { nullable: true }),
    external: t.exposeBoolean('external', { description: 'The plan consists of the papers (LOCK-03).' }),
    look_again: t.exposeBoolean('look_again', {
      description: 'Complete, and not changed for so long that staff look at it again.',
    }),
    steps_done: t.exposeInt('steps_done'),
    steps_total: t.exposeInt('steps_total'),
    recorder: t.exposeString('recorder', {
      nullable: true,
      description: 'Who recorded it for the person; null for a plan of one’s own.',
    }),
  }),
});

const CustomerFileRef = builder.objectRef<CustomerFile>('CustomerFile').implement({
  description: "A customer's paper as staff see it, read at /api/customers/<customer>/files/<id>.",
  fields: (t) => ({
    id: t.exposeID('id'),
    category: t.exposeString('category'),
    document_type: t.exposeString('document_type', { nullable: true }),
    file_name: t.exposeString('file_name'),
    size: t.exposeFloat('size', { nullable: true, description: 'Bytes.' }),
    added_at: t.expose('added_at', { type: 'DateTime' }),
    added_by: t.exposeString('added_by', {
      nullable: true,
      description: 'The staff member; null for the person.',
    }),
    reviewed_at: t.expose('reviewed_at', { type: 'DateTime', nullable: true }),
    reviewed_by: t.exposeString('reviewed_by', { nullable: true }),
    waits: t.exposeBoolean('waits', { description: 'Waits for a check by staff (GAP-83).' }),
  }),
});

const DocumentValueRef = builder.objectRef<CustomerFile>('EndOfLifeDocumentValue').implement({
  fields: (t) => ({ fileName: t.exposeString('file_name') }),
});

const EndOfLifeDocumentRef = builder.objectRef<CustomerFile>('EndOfLifeDocument').implement({
  description: 'A paper that staff keep for the person (ENT-14, CON-36).',
  fields: (t) => ({
    key: t.exposeString('key'),
    value: t.field({ type: DocumentValueRef, resolve: (document) => document }),
    file: t.field({ type: CustomerFileRef, resolve: (document) => document }),
  }),
});

const WaitingDocumentRef = builder.objectRef<WaitingDocument>('WaitingDocument').implement({
  description:
    'A paper of staff that the virus scanner has given no verdict on yet, or that was refused after that.',
  fields: (t) => ({
    id: t.exposeID('id'),
    file_name: t.exposeString('file_name'),
    problem: t.expose('problem', { type: FileProblem, nullable: true }),
  }),
});

const CustomerContactRef = builder.objectRef<TrustedContact>('CustomerContact').implement({
  description: 'A trusted contact as the customer named them; any appointment is not checked.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    relationship: t.exposeString('relationship'),
    substitutedDecisionMaker: t.exposeBoolean('substitutedDecisionMaker'),
    enduringGuardian: t.exposeBoolean('enduringGuardian'),
    status: t.exposeString('status', { description: 'accepted or pending.' }),
  }),
});

const CustomerVersionRef = builder.objectRef<CustomerVersion>('CustomerVersion').implement({
  description: 'An earlier signed state of a plan, without what was answered.',
  fields: (t) => ({
    id: t.exposeID('id'),
    plan_version: t.exposeInt('plan_version'),
    language: t.expose('language', { type: Language }),
    signed_at: t.expose('signed_at', { type: 'DateTime', nullable: true }),
    changed_at: t.expose('changed_at', { type: 'DateTime' }),
    replaced_at: t.expose('replaced_at', { type: 'DateTime', nullable: true }),
    restored_from: t.exposeInt('restored_from', {
      nullable: true,
      description: 'The version that it was brought back from.',
    }),
  }),
});

const CustomerVersions = pageType('CustomerVersions', CustomerVersionRef);

const ControlItemRef = builder.objectRef<ControlState>('ControlItem').implement({
  description: 'Something that the control panel of a customer offers (GAP-87).',
  fields: (t) => ({
    item: t.exposeString('item', { description: 'One of controlItems.' }),
    available: t.boolean({ resolve: ({ reason }) => reason === null }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'The key of the text that says why not.',
    }),
  }),
});

const RemovalRef = builder.objectRef<PendingRemoval>('CustomerRemoval').implement({
  description: 'The removal of a customer by staff, which can be taken back until the deletion (D-62).',
  fields: (t) => ({
    delete_on: t.field({ type: 'Date', resolve: ({ deleteOn }) => deleteOn }),
    at: t.expose('at', { type: 'DateTime' }),
    by: t.string({ nullable: true, resolve: ({ staff }) => staff?.name ?? null }),
    reason: t.exposeString('reason', { nullable: true }),
  }),
});

const RecentMoveRef = builder.objectRef<RecentMove>('CustomerRecentMove').implement({
  description: 'A move to another house, while the caller can undo it (D-63).',
  fields: (t) => ({
    id: t.exposeID('id'),
    from: t.exposeString('from'),
    to: t.exposeString('to'),
    by: t.exposeString('by', { nullable: true }),
    at: t.expose('at', { type: 'DateTime' }),
    undo_until: t.expose('undo_until', { type: 'DateTime' }),
  }),
});

/** A customer as staff see them on the customer's page. */
export const CustomerRef = builder.objectRef<CustomerPage>('Customer').implement({
  description: 'A customer as staff see them (ENT-07). Nothing of what the person answered.',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Null where there is only the place of one.',
    }),
    placeholder_email: t.exposeBoolean('placeholder_email'),
    designated_email: t.exposeBoolean('designated_email'),
    image: t.exposeString('image', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    dob: t.expose('dob', { type: 'Date', nullable: true }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    room: t.exposeString('room', { nullable: true, description: 'Room or bed in the house.' }),
    provider_id: t.exposeID('provider_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    facility_id: t.exposeID('facility_id', { nullable: true }),
    facility: t.exposeString('facility', { nullable: true }),
    customer_status: t.expose('customer_status', { type: UserStatus }),
    is_duplicate: t.exposeBoolean('is_duplicate', {
      description: 'Archived because another record of the person is kept.',
    }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    invite_date: t.expose('invite_date', { type: 'DateTime', nullable: true }),
    removal: t.field({ type: RemovalRef, nullable: true, resolve: ({ removal }) => removal }),
    move: t.field({ type: RecentMoveRef, nullable: true, resolve: ({ move }) => move }),
    trial_end_date: t.expose('trial_end_date', { type: 'Date', nullable: true }),
    next_billing_date: t.expose('next_billing_date', { type: 'Date', nullable: true }),
    integration_types: t.exposeStringList('integrations', {
      description: 'The systems that the customer is linked to.',
    }),
    health_record_confirm_date: t.expose('health_record_confirm_date', { type: 'DateTime', nullable: true }),
    donor_confirm_date: t.expose('donor_confirm_date', { type: 'DateTime', nullable: true }),
    for_my_self: t.exposeBoolean('for_my_self'),
    account_owner: t.exposeString('account_owner'),
    plan: t.expose('plan', { type: CustomerPlanRef, nullable: true }),
    files: t.field({
      type: [CustomerFileRef],
      description: 'Papers that the person added, newest first.',
      resolve: ({ files }) => files.filter(({ eol }) => !eol),
    }),
    end_of_life_documents: t.field({
      type: [EndOfLifeDocumentRef],
      resolve: ({ files }) => files.filter(({ eol }) => eol),
    }),
    waiting_documents: t.expose('waiting_documents', { type: [WaitingDocumentRef] }),
    trusted_contacts: t.expose('trusted_contacts', { type: [CustomerContactRef] }),
    control: t.expose('control', { type: [ControlItemRef] }),
  }),
});

// Lists that are read page by page.
builder.objectFields(CustomerRef, (t) => ({
  versions: t.field({
    type: CustomerVersions,
    args: { offset: t.arg.int(), limit: t.arg.int() },
    resolve: ({ id }, args, context) => getCustomerVersions.call(context, { ...args, id }),
  }),
  openings: t.field({
    type: PlanOpenings,
    description: 'Who opened the plan, newest first.',
    args: {
      ...{ offset: t.arg.int(), limit: t.arg.int() },
      before: t.arg.string({ description: 'The id of an opening: returns those before it.' }),
    },
    resolve: ({ id }, args, context) => getCustomerOpenings.call(context, { ...args, id }),
  }),
  activities: t.field({
    type: [ActivityRef],
    args: { limit: t.arg.int() },
    resolve: ({ id }, args, context) => getCustomerActivities.call(context, { ...args, id }),
  }),
}));

builder.queryFields((t) => ({
  getCustomer: t.field({
    type: CustomerRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getCustomer.call(context, args),
  }),
}));
