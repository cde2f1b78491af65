import { providerList } from '../../../../domain/lists/definitions/providers.ts';
import { mostRows } from '../../../../domain/providers/tree-bounds.ts';
import { builder } from '../../../graphql/builder.ts';
import { moreRows } from '../../../graphql/cost.ts';
import { pageArgs, pageType } from '../../../graphql/page.ts';
import type { ProviderCounts } from './count-providers.ts';
import type { ProviderNode } from './nodes.ts';
import {
  getAllProvidersFiltered,
  getManageProviders,
  getProviderAcps,
  getProviderByPk,
  getProviderOptionsQuery,
  getProviderTree,
  providersAggregate,
} from './operations.ts';
import type { ProviderOption } from './options.ts';

const ContactRef = builder.objectRef<NonNullable<ProviderNode['contact']>>('ProviderNodeContact').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    status: t.exposeString('status', { description: 'joined, invited or external.' }),
  }),
});

const ProviderNodeRef = builder.objectRef<ProviderNode>('ProviderNode').implement({
  description: 'A provider as the tree shows it (ENT-15).',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    parent_id: t.exposeID('parent_id', {
      nullable: true,
      description: 'Null at the top of what the caller sees.',
    }),
    level: t.exposeInt('level', { description: 'From 1 at the top of the whole tree.' }),
    tier: t.exposeString('tier', { description: 'root, provider or single.' }),
    type: t.exposeString('type', { description: 'internal_provider or external_provider.' }),
    archived: t.exposeBoolean('archived'),
    sub_providers: t.exposeInt('sub_providers', { description: 'How many stand right under it.' }),
    customers: t.exposeInt('customers', {
      description: 'Customers of it and of all under it, without archived ones.',
    }),
    complete: t.exposeInt('complete', { description: 'Those of them with a complete plan.' }),
    contact: t.expose('contact', { type: ContactRef, nullable: true }),
    trial_expiry_date: t.exposeString('trial_expiry_date', { nullable: true }),
    may_edit: t.exposeBoolean('may_edit', { description: 'Whether the caller may change what it says.' }),
    may_manage: t.exposeBoolean('may_manage', {
      description: 'Whether the caller may move, archive and delete it.',
    }),
    may_add: t.exposeBoolean('may_add', { description: 'Whether the caller may add one under it.' }),
    hit: t.exposeBoolean('hit', {
      description: 'Whether it is what a search found, and not only on the way to it.',
    }),
  }),
});

const WayRef = builder.objectRef<{ id: string; name: string }>('ProviderOnTheWay').implement({
  fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
});

type Tree = {
  count: number;
  is_whole: boolean;
  way: { id: string; name: string }[];
  parent: ProviderNode | null;
  data: ProviderNode[];
};

const ProviderTreeRef = pageType<ProviderNode, Tree>('ProviderTree', ProviderNodeRef);
builder.objectFields(ProviderTreeRef, (t) => ({
  is_whole: t.exposeBoolean('is_whole', { description: 'False where more is open than is shown.' }),
  way: t.expose('way', {
    type: [WayRef],
    description: 'From the top of what the caller sees down to the provider asked about, with it.',
  }),
  parent: t.expose('parent', { type: ProviderNodeRef, nullable: true }),
}));

const ProviderNodePageRef = pageType('ProviderNodePage', ProviderNodeRef);

const ProviderOptionRef = builder.objectRef<ProviderOption>('ProviderOption').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    path_names: t.exposeStringList('path_names', {
      description: 'The names of the providers above it, from the top, as far as the caller may see them.',
    }),
    level: t.exposeInt('level', { description: 'From 1 at the top of the whole tree.' }),
  }),
});
const ProviderOptionPageRef = pageType('ProviderOptionPage', ProviderOptionRef);

type Acps = { id: string; name: string; parent_id: string | null; complete: number; total: number };
const ProviderAcpsRef = builder.objectRef<Acps>('ProviderAcps').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    parent_id: t.exposeID('parent_id', { nullable: true }),
    complete: t.exposeInt('complete'),
    total: t.exposeInt('total'),
  }),
});
const ProviderAcpsPageRef = pageType('ProviderAcpsPage', ProviderAcpsRef);

const ProvidersAggregateRef = builder.objectRef<ProviderCounts>('ProvidersAggregate').implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Providers that are not archived.' }),
    roots: t.exposeInt('roots', { description: 'Those of them at the top of what the caller sees.' }),
    customers: t.exposeInt('customers'),
    complete: t.exposeInt('complete', { description: 'Customers with a complete plan.' }),
  }),
});

builder.queryFields((t) => ({
  getProviderTree: t.field({
    type: ProviderTreeRef,
    description:
      'A part of the tree in flat rows, by name; `count` is that of its first level, or of what is found.',
    args: {
      parent_id: t.arg.id({ description: 'Those under this one; without it those at the top.' }),
      open: t.arg.idList({ description: 'Whose sub-providers are read too.' }),
      all: t.arg.boolean({ description: 'Reads all levels below.' }),
      archived: t.arg.boolean({ description: 'With archived providers.' }),
      search: t.arg.string({
        description: 'Reads those named so, or whose contact person is, with those above them.',
      }),
      offset: t.arg.int(),
      limit: t.arg.int(),
    },
    // One whole tree with all its columns fits into the limit of a call, but two do not.
    extensions: moreRows({
      askedBy: ['all', 'open', 'search'],
      most: mostRows,
      costAtMost: 5 * mostRows,
    }),
    resolve: (_, args, context) => getProviderTree.call(context, args),
  }),
  getAllProvidersFiltered: t.field({
    type: ProviderNodePageRef,
    args: pageArgs(providerList),
    resolve: (_, args, context) => getAllProvidersFiltered.call(context, args),
  }),
  getManageProviders: t.field({
    type: ProviderNodePageRef,
    description: 'The providers that the caller may move, archive and delete.',
    args: pageArgs(providerList),
    resolve: (_, args, context) => getManageProviders.call(context, args),
  }),
  getProviderOptionsQuery: t.field({
    type: ProviderOptionPageRef,
    args: pageArgs(providerList),
    resolve: (_, args, context) => getProviderOptionsQuery.call(context, args),
  }),
  getProviderByPk: t.field({
    type: ProviderNodeRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderByPk.call(context, args),
  }),
  getProviderAcps: t.field({
    type: ProviderAcpsPageRef,
    args: pageArgs(providerList),
    resolve: (_, args, context) => getProviderAcps.call(context, args),
  }),
  providersAggregate: t.field({
    type: ProvidersAggregateRef,
    resolve: (_, __, context) => providersAggregate.call(context, {}),
  }),
}));
