import { builder } from '../../graphql/builder.ts';
import type { Device } from '../../../domain/accounts/device.ts';
import { findActing, type Acting } from '../impersonation/impersonation.ts';
import { getCustomer, type CustomerSummary } from '../impersonation/operations.ts';
import { UserRef } from '../profile/graphql.ts';
import { changePassword, findPasswordDate } from '../sign-in/password-operations.ts';
import { endOtherSessions, endSession, sessions, type SessionItem } from './operations.ts';

const ActingRef = builder.objectRef<Acting>('Acting').implement({
  description: "A staff member who is in a customer's account (D-14).",
  fields: (t) => ({
    staff_name: t.exposeString('staff_name'),
    customer_id: t.exposeID('customer_id'),
    customer_name: t.exposeString('customer_name'),
    ends_at: t.expose('ends_at', { type: 'DateTime' }),
    seconds_left: t.int({
      description: 'Until then, by the clock of the server.',
      resolve: ({ ends_at }, _, { services }) =>
        Math.max(0, Math.ceil((ends_at.getTime() - services.clock().getTime()) / 1_000)),
    }),
  }),
});

builder.objectFields(UserRef, (t) => ({
  acting: t.field({
    type: ActingRef,
    nullable: true,
    description: 'Who is in this account in place of the person; null for the person.',
    resolve: (user, _, { actor, meta, services }) =>
      actor.kind === 'person' && actor.actingStaffId !== null && actor.userId === user.id && meta.sessionId
        ? findActing(services.db, meta.sessionId)
        : null,
  }),
  password_changed_at: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the password was last changed, for the person alone.',
    resolve: (user, _, { actor, services }) =>
      actor.kind === 'person' && actor.actingStaffId === null && actor.userId === user.id
        ? findPasswordDate(services.db, user.id)
        : null,
  }),
  second_step_due: t.boolean({
    description: 'Whoever asks must set up a second step before anything else (D-12).',
    resolve: (user, _, { actor }) =>
      actor.kind === 'person' && actor.userId === user.id && actor.secondStepDue,
  }),
}));

const DeviceRef = builder.objectRef<Device>('Device').implement({
  fields: (t) => ({
    browser: t.exposeString('browser', { nullable: true, description: 'Such as Chrome.' }),
    system: t.exposeString('system', { nullable: true, description: 'Such as Windows or iPhone.' }),
  }),
});

const SessionRef = builder.objectRef<SessionItem>('Session').implement({
  description: 'A place where the person is signed in.',
  fields: (t) => ({
    id: t.exposeID('id'),
    device: t.expose('device', { type: DeviceRef }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    last_seen_at: t.expose('last_seen_at', { type: 'DateTime', description: 'To the minute.' }),
    current: t.exposeBoolean('current', { description: 'The one that asks.' }),
  }),
});

const CustomerRef = builder.objectRef<CustomerSummary>('Customer').implement({
  description:
    'A customer as the staff see them who may enter the account. Nothing of what the person wrote.',
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', { description: 'The e-mail address while there is no name.' }),
    email: t.exposeString('email'),
    status: t.exposeString('status', { description: 'invited, active, suspended or archived.' }),
    provider: t.exposeString('provider', { nullable: true }),
    plan_status: t.exposeString('plan_status', { description: 'draft or complete.' }),
    completed_at: t.expose('completed_at', {
      type: 'DateTime',
      nullable: true,
      description: 'Null unless complete.',
    }),
  }),
});

builder.queryFields((t) => ({
  sessions: t.field({
    type: [SessionRef],
    description: 'Where the person is signed in, this place first.',
    resolve: (_, __, context) => sessions.call(context, {}),
  }),
  getCustomer: t.field({
    type: CustomerRef,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getCustomer.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  changePassword: t.boolean({
    description: 'Ends every other session; this one gets a new cookie.',
    args: { current: t.arg.string({ required: true }), password: t.arg.string({ required: true }) },
    async resolve(_, args, context) {
      const { session } = await changePassword.call(context, args);
      if (session) context.renewSession?.(session);
      return true;
    },
  }),
  endSession: t.boolean({
    args: { id: t.arg.id({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_, args, context) => endSession.call(context, args),
  }),
  endOtherSessions: t.boolean({
    args: { password: t.arg.string({ required: true }) },
    resolve: (_, args, context) => endOtherSessions.call(context, args),
  }),
}));
