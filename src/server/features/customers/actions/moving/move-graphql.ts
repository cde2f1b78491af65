import { builder } from '../../../../graphql/builder.ts';
import {
  moveCustomers,
  previewCustomerMove,
  undoCustomerMove,
  type CustomerMove,
  type CustomerMovePreview,
  type PreviewedCustomer,
} from './move-operations.ts';

const PreviewedCustomerRef = builder.objectRef<PreviewedCustomer>('CustomerToMove').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    from_id: t.exposeID('from_id', { nullable: true }),
    from: t.exposeString('from', { nullable: true, description: 'The house that the customer belongs to.' }),
    refused: t.exposeString('refused', {
      nullable: true,
      description: 'The key of the text that says why the customer cannot be moved.',
    }),
  }),
});

const CustomerMovePreviewRef = builder.objectRef<CustomerMovePreview>('CustomerMovePreview').implement({
  description: 'What a move to another house would change (D-63).',
  fields: (t) => ({
    provider: t.exposeString('provider'),
    from: t.exposeString('from', {
      nullable: true,
      description: 'The house of all of them; null where there are several.',
    }),
    organisation: t.exposeString('organisation', { description: 'The root provider of the new house.' }),
    phone: t.exposeString('phone', { nullable: true }),
    payer: t.exposeString('payer', {
      nullable: true,
      description: 'The provider whose subscription or trial counts for the new house.',
    }),
    changes: t.exposeStringList('changes', { description: 'Some of moveChanges.' }),
    customers: t.expose('customers', { type: [PreviewedCustomerRef] }),
  }),
});

const CustomerMoveRef = builder.objectRef<CustomerMove>('CustomerMove').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    provider: t.exposeString('provider'),
    moved: t.exposeIDList('moved'),
    undo_until: t.expose('undo_until', { type: 'DateTime' }),
  }),
});

const MoveUndoneRef = builder.objectRef<{ id: string; moved: string[] }>('CustomerMoveUndone').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    moved: t.exposeIDList('moved', { description: 'The customers who are in the earlier house again.' }),
  }),
});

builder.queryFields((t) => ({
  previewCustomerMove: t.field({
    type: CustomerMovePreviewRef,
    args: { ids: t.arg.idList({ required: true }), provider_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => previewCustomerMove.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  moveCustomers: t.field({
    type: CustomerMoveRef,
    description: 'Moves up to fifty customers to another house, all or none.',
    args: {
      ids: t.arg.idList({ required: true }),
      provider_id: t.arg.id({ required: true }),
      seen: t.arg.idList({
        description: 'The house of each as the caller saw it, in the order of `ids`.',
      }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => moveCustomers.call(context, args),
  }),
  undoCustomerMove: t.field({
    type: MoveUndoneRef,
    description: 'Undoes a move within ten minutes, for all its customers or for one of them.',
    args: { id: t.arg.id({ required: true }), user_id: t.arg.id(), idempotency_key: t.arg.string() },
    resolve: (_, args, context) => undoCustomerMove.call(context, args),
  }),
}));
