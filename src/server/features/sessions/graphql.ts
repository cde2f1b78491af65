import type { Device } from '../../../domain/accounts/sign-in/device.ts';
import { builder } from '../../graphql/builder.ts';
import { endOtherSessions, endSession, sessions, type SessionItem } from './operations.ts';

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

builder.queryFields((t) => ({
  sessions: t.field({
    type: [SessionRef],
    description: 'Where the person is signed in, this place first.',
    resolve: (_, __, context) => sessions.call(context, {}),
  }),
}));

builder.mutationFields((t) => ({
  endSession: t.boolean({
    args: { id: t.arg.id({ required: true }), password: t.arg.string({ required: true }) },
    resolve: (_, args, context) => endSession.call(context, args),
  }),
  endOtherSessions: t.boolean({
    args: { password: t.arg.string({ required: true }) },
    resolve: (_, args, context) => endOtherSessions.call(context, args),
  }),
}));
