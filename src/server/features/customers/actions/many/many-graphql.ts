import { builder } from '../../../../graphql/builder.ts';
import type { NotChanged } from './change-each.ts';
import { checkChosenCustomers, type CheckedCustomers } from './check-operation.ts';
import {
  archiveCustomers,
  moveEachCustomer,
  sendReminders,
  undoCustomerArchives,
  undoCustomerMoves,
  type ChangedMany,
  type MovedMany,
  type Reminded,
} from './many-operations.ts';

const NotChangedRef = builder.objectRef<NotChanged>('NotChanged').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    message: t.exposeString('message', { description: 'The key of the text that says why.' }),
    params: t.expose('params', { type: 'JSON', nullable: true, description: 'What the text names.' }),
  }),
});

const RemindedRef = builder.objectRef<Reminded>('Reminded').implement({
  fields: (t) => ({
    sent: t.exposeIDList('sent'),
    refused: t.expose('refused', { type: [NotChangedRef] }),
  }),
});

const CheckedCustomersRef = builder.objectRef<CheckedCustomers>('CheckedCustomers').implement({
  description: 'The chosen customers for whom an action would be done now, and the others.',
  fields: (t) => ({
    done: t.exposeIDList('done'),
    refused: t.expose('refused', { type: [NotChangedRef] }),
  }),
});

const ChangedManyRef = builder.objectRef<ChangedMany>('CustomersChanged').implement({
  fields: (t) => ({
    done: t.exposeIDList('done', { description: 'Those of the ids for which it was done.' }),
    refused: t.expose('refused', { type: [NotChangedRef] }),
    undo_until: t.expose('undo_until', { type: 'DateTime', nullable: true }),
  }),
});

const MovedManyRef = builder.objectRef<MovedMany>('CustomersMoved').implement({
  fields: (t) => ({
    done: t.exposeIDList('done', { description: 'The customers who were moved.' }),
    moves: t.exposeIDList('moves', { description: 'The move of each of them, in the same order.' }),
    refused: t.expose('refused', { type: [NotChangedRef] }),
    undo_until: t.expose('undo_until', { type: 'DateTime', nullable: true }),
  }),
});

builder.queryFields((t) => ({
  checkChosenCustomers: t.field({
    type: CheckedCustomersRef,
    description: 'Says for up to 500 customers whether an action would be done.',
    args: {
      ids: t.arg.idList({ required: true }),
      action: t.arg.string({ required: true, description: 'reminder or archive' }),
    },
    resolve: (_, args, context) => checkChosenCustomers.call(context, args),
  }),
}));

builder.mutationFields((t) => {
  const ids = t.arg.idList({ required: true });
  const idempotency_key = t.arg.string();
  return {
    sendReminders: t.field({
      type: RemindedRef,
      description: 'Reminds up to fifty customers.',
      args: { ids, idempotency_key },
      resolve: (_, args, context) => sendReminders.call(context, args),
    }),
    archiveCustomers: t.field({
      type: ChangedManyRef,
      description: 'Archives up to fifty customers, each by itself.',
      args: {
        ids,
        seen: t.arg.stringList({
          description: 'The status of each that the caller saw, in the order of `ids`.',
        }),
        idempotency_key,
      },
      resolve: (_, args, context) => archiveCustomers.call(context, args),
    }),
    undoCustomerArchives: t.field({
      type: ChangedManyRef,
      description: 'Restores up to fifty customers whom the caller archived within the last ten minutes.',
      args: { ids, idempotency_key },
      resolve: (_, args, context) => undoCustomerArchives.call(context, args),
    }),
    moveEachCustomer: t.field({
      type: MovedManyRef,
      description: 'Moves up to fifty customers to another house, each by itself.',
      args: {
        ids,
        provider_id: t.arg.id({ required: true }),
        seen: t.arg.idList({ description: 'The house of each that the caller saw, in the order of `ids`.' }),
        idempotency_key,
      },
      resolve: (_, args, context) => moveEachCustomer.call(context, args),
    }),
    undoCustomerMoves: t.field({
      type: ChangedManyRef,
      description: 'Undoes up to fifty moves, each by itself.',
      args: { ids: t.arg.idList({ required: true, description: 'Ids of moves.' }), idempotency_key },
      resolve: (_, args, context) => undoCustomerMoves.call(context, args),
    }),
  };
});
