import { builder } from '../../../graphql/builder.ts';
import { archiveProvider, getProviderBranch, restoreProvider } from './archive-operations.ts';
import type { Branch } from './branch.ts';
import { deleteProvider, type Deletion } from './delete-operation.ts';
import { moveProvider, previewMove, type MovePreview } from './move-operations.ts';

const BranchRef = builder.objectRef<Branch>('ProviderBranch').implement({
  description: 'A provider with the numbers of what is below it and depends on it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    parent_id: t.exposeID('parent_id', { nullable: true }),
    archived: t.exposeBoolean('archived'),
    version: t.exposeInt('version', { description: 'Counts saves; the next change names the one it knows.' }),
    providers: t.exposeInt('providers', { description: 'Itself with all under it.' }),
    customers: t.exposeInt('customers', { description: 'Those of the branch who are not archived.' }),
    staff: t.exposeInt('staff'),
    own_customers: t.exposeInt('own_customers', {
      description: 'All accounts of customers of itself, archived too.',
    }),
    own_staff: t.exposeInt('own_staff'),
  }),
});

const PreviewRef = builder.objectRef<MovePreview>('MovePreview').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    version: t.exposeInt('version'),
    providers: t.exposeInt('providers'),
    customers: t.exposeInt('customers'),
    staff: t.exposeInt('staff'),
    level: t.exposeInt('level'),
    lowest: t.exposeInt('lowest'),
    refused: t.exposeString('refused', {
      nullable: true,
      description: 'Why it cannot be moved there: same, ownChild, archived, tooDeep or gone.',
    }),
  }),
});

const DeletionRef = builder.objectRef<Deletion>('ProviderDeletion').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    deleted: t.exposeBoolean('deleted'),
    moved: t.exposeInt('moved', { description: 'People that this call moved.' }),
    left: t.exposeInt('left', { description: 'People who are left: the same call again moves more.' }),
  }),
});

builder.queryFields((t) => ({
  getProviderBranch: t.field({
    type: BranchRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getProviderBranch.call(context, args),
  }),
  previewMove: t.field({
    type: PreviewRef,
    args: { id: t.arg.id({ required: true }), parent_id: t.arg.id({ description: 'null: the top.' }) },
    resolve: (_, args, context) => previewMove.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  moveProvider: t.field({
    type: BranchRef,
    description: '`conflict` carries `details.version`.',
    args: {
      id: t.arg.id({ required: true }),
      parent_id: t.arg.id({ description: 'null: the top.' }),
      version: t.arg.int({ required: true }),
    },
    resolve: (_, args, context) => moveProvider.call(context, args),
  }),
  archiveProvider: t.field({
    type: BranchRef,
    args: { provider_id: t.arg.id(), id: t.arg.id(), version: t.arg.int() },
    resolve: (_, args, context) => archiveProvider.call(context, args),
  }),
  restoreProvider: t.field({
    type: BranchRef,
    args: { id: t.arg.id({ required: true }), version: t.arg.int() },
    resolve: (_, args, context) => restoreProvider.call(context, args),
  }),
  deleteProvider: t.field({
    type: DeletionRef,
    args: { provider_id: t.arg.id({ required: true }), version: t.arg.int(), move_to: t.arg.id() },
    resolve: (_, args, context) => deleteProvider.call(context, args),
  }),
}));
