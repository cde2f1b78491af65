import { staffVisitList } from '../../../domain/lists/definitions/staff-visits.ts';
import { builder } from '../../graphql/builder.ts';
import { ExportStatus, OpeningKind } from '../../graphql/enums.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { UserRef } from '../profile/api.ts';
import { keepAccount, requestDeletion } from './deletion/deletion-operations.ts';
import { dataExports, requestDataExport } from './copy/export-operations.ts';
import type { DataExport } from './copy/export-store.ts';
import { PlanOpenings } from './api.ts';
import { planOpenings, staffVisits } from './openings/access-log-operations.ts';
import type { StaffVisit } from './openings/staff-visits-store.ts';
import type { PlanOpening } from './openings/access-log-store.ts';

const DataExportRef = builder.objectRef<DataExport>('DataExport').implement({
  description:
    'A copy of everything that is kept about a person, read at /api/data-exports/<id>.zip once it is ready.',
  fields: (t) => ({
    id: t.exposeID('id'),
    status: t.expose('status', { type: ExportStatus }),
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
    kind: t.expose('kind', {
      type: OpeningKind,
      description:
        'card: with the card and its PIN. staff: opened, printed or downloaded it. entered: staff in the account. contact: a trusted contact. handedOver: staff handed it over. system: a clinical system.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'Of the staff member.' }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'The provider of the clinical system, for system.',
    }),
    receiver: t.exposeString('receiver', {
      nullable: true,
      description: 'To whom staff handed the plan, for handedOver: one of handReceivers.',
    }),
  }),
});

PlanOpenings.implement({
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'All of them, not only those in `data`.' }),
    data: t.expose('data', { type: [PlanOpeningRef] }),
    more: t.exposeBoolean('more', { description: 'There are earlier ones than those in `data`.' }),
  }),
});

const StaffVisitRef = builder.objectRef<StaffVisit>('StaffVisit').implement({
  description: "A time that staff were in the person's account.",
  fields: (t) => ({
    id: t.exposeID('id'),
    started_at: t.expose('started_at', { type: 'DateTime' }),
    ended_at: t.expose('ended_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Null while the staff member is in the account.',
    }),
    staff: t.exposeString('staff', { nullable: true, description: 'Null when the staff member is gone.' }),
    organisation: t.exposeString('organisation', { nullable: true }),
    reason: t.exposeString('reason', { description: 'In the words of the staff member.' }),
    fields: t.string({
      description:
        'The keys of the changed fields of the account and of answers, separated by spaces. Never their values.',
      resolve: ({ fields }) => fields.join(' '),
    }),
    together: t.exposeBoolean('together', {
      description: 'True if the staff member was beside the person, who used the account (N-08).',
    }),
    place: t.exposeString('place', { nullable: true, description: 'House of the person, for `together`.' }),
    signed_versions: t.string({
      description: 'Versions of the plan that the person signed, for `together`, separated by spaces.',
      resolve: ({ signed_versions }) => signed_versions.join(' '),
    }),
  }),
});

const StaffVisits = pageType('StaffVisits', StaffVisitRef);

builder.queryFields((t) => ({
  staffVisits: t.field({
    type: StaffVisits,
    args: pageArgs(staffVisitList),
    resolve: (_, args, context) => staffVisits.call(context, args),
  }),
  dataExports: t.field({
    type: [DataExportRef],
    resolve: (_, __, context) => dataExports.call(context, {}),
  }),
  planOpenings: t.field({
    type: PlanOpenings,
    args: {
      ...{ offset: t.arg.int(), limit: t.arg.int() },
      before: t.arg.string({ description: 'The id of an opening: returns those before it.' }),
    },
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
