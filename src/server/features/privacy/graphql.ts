import { builder } from '../../graphql/builder.ts';
import { UserRef } from '../profile/api.ts';
import { keepAccount, requestDeletion } from './deletion-operations.ts';
import { dataExports, requestDataExport } from './export-operations.ts';
import type { DataExport } from './export-store.ts';
import { planOpenings } from './access-log-operations.ts';
import type { PlanOpening } from './access-log-store.ts';

const DataExportRef = builder.objectRef<DataExport>('DataExport').implement({
  description:
    'A copy of everything that is kept about a person, read at /api/data-exports/<id>.zip once it is ready.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.exposeString('status', { description: 'waiting, ready or failed.' }),
    requested_at: t.expose('requested_at', { type: 'DateTime' }),
    expires_at: t.expose('expires_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when it can be downloaded.',
    }),
  }),
});

const PlanOpeningRef = builder.objectRef<PlanOpening>('PlanOpening').implement({
  description: 'Another person than the owner opened the plan.',
  fields: (t) => ({
    id: t.exposeID('id'),
    at: t.expose('at', { type: 'DateTime' }),
    kind: t.exposeString('kind', { description: 'card: with the card and its PIN. staff: in the account.' }),
    name: t.exposeString('name', { nullable: true, description: 'Of the staff member.' }),
  }),
});

const PlanOpenings = builder.objectRef<{ count: number; data: PlanOpening[] }>('PlanOpenings').implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'All of them, not only those in `data`.' }),
    data: t.expose('data', { type: [PlanOpeningRef] }),
  }),
});

builder.queryFields((t) => ({
  dataExports: t.field({
    type: [DataExportRef],
    resolve: (_, __, context) => dataExports.call(context, {}),
  }),
  planOpenings: t.field({
    type: PlanOpenings,
    args: { offset: t.arg.int(), limit: t.arg.int() },
    resolve: (_, args, context) => planOpenings.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  requestDataExport: t.field({
    type: DataExportRef,
    description: 'While one is being made, asking again gives that one.',
    args: { password: t.arg.string({ required: true }) },
    resolve: (_, args, context) => requestDataExport.call(context, args),
  }),
  requestDeletion: t.field({
    type: UserRef,
    args: {
      confirm: t.arg.string({ required: true, description: 'The word DELETE.' }),
      password: t.arg.string({ required: true }),
    },
    resolve: (_, args, context) => requestDeletion.call(context, args),
  }),
  keepAccount: t.field({ type: UserRef, resolve: (_, __, context) => keepAccount.call(context, {}) }),
}));
