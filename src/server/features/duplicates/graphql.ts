import { builder } from '../../graphql/builder.ts';
import { Language } from '../../graphql/enums.ts';
import { CustomerRef, OpenedPlanRef } from '../customers/api.ts';
import type { ComparedRecord, RecordComparison } from './compare.ts';
import { openEarlierRecordPlan } from './earlier-plan-operations.ts';
import { keepRecord, undoKeptRecord, type KeptPair } from './keep-operations.ts';
import {
  compareRecords,
  getCustomerDuplicates,
  getPossibleDuplicates,
  setDuplicateAside,
  type CustomerDuplicates,
  type DuplicatePairs,
} from './operations.ts';
import type { DuplicatePair, RecordLine } from './store.ts';

type Line = RecordLine & { signs?: readonly string[] };

const RecordLineRef = builder.objectRef<Line>('DuplicateRecord').implement({
  description: "A customer's record that may be of the same person as another one (N-13).",
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    dob: t.field({ type: 'Date', nullable: true, resolve: ({ dob }) => dob as never }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    room: t.exposeString('room', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    signs: t.stringList({
      description: 'What it has in common with the other record: name, medicare or customer_id.',
      resolve: ({ signs }) => [...(signs ?? [])],
    }),
  }),
});

const PairRef = builder.objectRef<DuplicatePair>('DuplicatePair').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ids of both records, with a slash between.' }),
    first: t.field({ type: RecordLineRef, resolve: ({ first }) => first }),
    second: t.field({ type: RecordLineRef, resolve: ({ second }) => second }),
    signs: t.stringList({ resolve: ({ signs }) => signs }),
    set_aside_at: t.expose('set_aside_at', {
      type: 'DateTime',
      nullable: true,
      description: 'When staff said that they are two people.',
    }),
  }),
});

const PairsRef = builder.objectRef<DuplicatePairs>('DuplicatePairs').implement({
  fields: (t) => ({
    count: t.exposeInt('count'),
    count_is_exact: t.exposeBoolean('count_is_exact'),
    data: t.field({ type: [PairRef], resolve: ({ data }) => data }),
  }),
});

const ComparedContactRef = builder
  .objectRef<ComparedRecord['contacts'][number]>('ComparedContact')
  .implement({
    fields: (t) => ({ name: t.exposeString('name'), agreed: t.exposeBoolean('agreed') }),
  });

const ComparedRecordRef = builder.objectRef<ComparedRecord>('ComparedRecord').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    dob: t.field({ type: 'Date', nullable: true, resolve: ({ dob }) => dob as never }),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    room: t.exposeString('room', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    status: t.exposeString('status'),
    plan_state: t.exposeString('plan_state', { nullable: true }),
    signed_at: t.expose('signed_at', { type: 'DateTime', nullable: true }),
    contacts: t.field({ type: [ComparedContactRef], resolve: ({ contacts }) => contacts }),
    files: t.exposeInt('files'),
    last_sign_in: t.expose('last_sign_in', { type: 'DateTime', nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

const ComparisonRef = builder.objectRef<RecordComparison>('RecordComparison').implement({
  description: 'Two records that may be of one person, side by side.',
  fields: (t) => ({
    first: t.field({ type: ComparedRecordRef, resolve: ({ first }) => first }),
    second: t.field({ type: ComparedRecordRef, resolve: ({ second }) => second }),
    signs: t.stringList({ resolve: ({ signs }) => signs }),
    cards: t.exposeString('medicare', {
      description: 'Of the Medicare cards: same, different, oneOnly or none. No digit of a number is shown.',
    }),
    set_aside_at: t.expose('set_aside_at', { type: 'DateTime', nullable: true }),
    version: t.exposeString('version', { description: 'Changes with every fact of the comparison.' }),
  }),
});

const KeptPairRef = builder.objectRef<KeptPair>('KeptPair').implement({
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Of the archived record.' }),
    kept_id: t.exposeID('kept_id'),
    archived_id: t.exposeID('archived_id'),
    linked: t.exposeBoolean('linked', { description: 'False after an undo.' }),
  }),
});

const SetAsideRef = builder.objectRef<{ id: string; set_aside: boolean }>('DuplicateSetAside').implement({
  fields: (t) => ({ id: t.exposeID('id'), set_aside: t.exposeBoolean('set_aside') }),
});

type Kept = NonNullable<CustomerDuplicates['kept']>;
const KeptRecordRef = builder.objectRef<Kept>('KeptRecord').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    provider: t.exposeString('provider', { nullable: true }),
    at: t.field({ type: 'DateTime', resolve: ({ linkedAt }) => linkedAt }),
    by: t.exposeString('by', { nullable: true }),
    undo_until: t.expose('undo_until', { type: 'DateTime' }),
    can_undo: t.exposeBoolean('can_undo'),
    can_open: t.exposeBoolean('can_open', {
      description: 'Whether the caller has access to the kept record.',
    }),
  }),
});

type Earlier = CustomerDuplicates['earlier'][number];
const EarlierRecordRef = builder.objectRef<Earlier>('EarlierRecord').implement({
  description: 'An archived record of the person. Its plan is not in force.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    customer_id: t.exposeString('customer_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true }),
    at: t.field({ type: 'DateTime', resolve: ({ linked_at }) => linked_at }),
    signed_at: t.expose('signed_at', { type: 'DateTime', nullable: true }),
    undo_until: t.expose('undo_until', { type: 'DateTime' }),
    can_undo: t.exposeBoolean('can_undo'),
  }),
});

const CustomerDuplicatesRef = builder.objectRef<CustomerDuplicates>('CustomerDuplicates').implement({
  fields: (t) => ({
    id: t.id({ description: 'Of the customer.', resolve: ({ user_id }) => user_id }),
    kept: t.field({ type: KeptRecordRef, nullable: true, resolve: ({ kept }) => kept }),
    earlier: t.field({ type: [EarlierRecordRef], resolve: ({ earlier }) => earlier }),
    possible: t.field({ type: [RecordLineRef], resolve: ({ possible }) => possible }),
  }),
});

builder.objectFields(CustomerRef, (t) => ({
  duplicates: t.field({
    type: CustomerDuplicatesRef,
    nullable: true,
    resolve: ({ id }, _, context) => getCustomerDuplicates.call(context, { id }),
  }),
}));

builder.queryFields((t) => ({
  getPossibleDuplicates: t.field({
    type: PairsRef,
    description: 'Pairs of records that may be of one person, the newest first.',
    args: {
      set_aside: t.arg.boolean({ description: 'Those that staff said are of two people.' }),
      offset: t.arg.int(),
      limit: t.arg.int(),
    },
    resolve: (_, args, context) => getPossibleDuplicates.call(context, args),
  }),
  compareRecords: t.field({
    type: ComparisonRef,
    args: { first_id: t.arg.id({ required: true }), second_id: t.arg.string({ required: true }) },
    resolve: (_, args, context) => compareRecords.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  keepRecord: t.field({
    type: KeptPairRef,
    description: 'Keeps one of two records of a person, and archives the other one with a link.',
    args: {
      kept_id: t.arg.id({ required: true }),
      archived_id: t.arg.string({ required: true }),
      seen: t.arg.string({
        required: true,
        description: 'The version of the comparison that the caller saw.',
      }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => keepRecord.call(context, args),
  }),
  undoKeptRecord: t.field({
    type: KeptPairRef,
    description: 'Undoes keepRecord within thirty days.',
    args: { archived_id: t.arg.id({ required: true }), idempotency_key: t.arg.string() },
    resolve: (_, args, context) => undoKeptRecord.call(context, args),
  }),
  setDuplicateAside: t.field({
    type: SetAsideRef,
    description: 'Stores that two records are of two people, or removes the mark.',
    args: {
      first_id: t.arg.id({ required: true }),
      second_id: t.arg.string({ required: true }),
      set_aside: t.arg.boolean({ required: true }),
    },
    resolve: (_, args, context) => setDuplicateAside.call(context, args),
  }),
  openEarlierRecordPlan: t.field({
    type: OpenedPlanRef,
    description: 'The signed plan of an archived record of the person, which is not in force.',
    args: {
      id: t.arg.id({ required: true, description: 'Of the kept record.' }),
      record_id: t.arg.string({ required: true }),
      language: t.arg({ type: Language }),
    },
    resolve: (_, args, context) => openEarlierRecordPlan.call(context, args),
  }),
}));
