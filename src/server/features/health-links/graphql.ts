import { builder } from '../../graphql/builder.ts';
import {
  createHealthLink,
  healthLinks,
  revokeHealthLink,
  type LinkView,
  type MadeLink,
} from './operations.ts';

const HealthLinkRef = builder.objectRef<LinkView>('HealthLink').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    reader: t.exposeString('reader', { description: 'The name that the owner gave, for the owner alone.' }),
    state: t.exposeString('state', {
      description: 'open, expired, revoked, or closed after ten wrong passcodes.',
    }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    expires_at: t.expose('expires_at', { type: 'DateTime' }),
    openings: t.exposeInt('openings'),
    last_opened_at: t.expose('last_opened_at', { type: 'DateTime', nullable: true }),
    last_said: t.exposeString('last_said', {
      nullable: true,
      description: 'What the reader said of itself at the last opening. Not verified.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'The SMART Health Link after the address of the viewer; null unless the link is open.',
    }),
  }),
});

const MadeHealthLinkRef = builder.objectRef<MadeLink>('MadeHealthLink').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    reader: t.exposeString('reader'),
    expires_at: t.expose('expires_at', { type: 'DateTime' }),
    address: t.exposeString('address'),
    passcode: t.exposeString('passcode', { description: 'Eight digits. Never shown again.' }),
  }),
});

builder.queryFields((t) => ({
  healthLinks: t.field({
    type: [HealthLinkRef],
    resolve: (_, args, context) => healthLinks.call(context, args),
  }),
}));

builder.mutationFields((t) => ({
  createHealthLink: t.field({
    type: MadeHealthLinkRef,
    args: {
      reader: t.arg.string({ required: true }),
      days: t.arg.string({ required: true }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => createHealthLink.call(context, args),
  }),
  revokeHealthLink: t.field({
    type: 'ID',
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => revokeHealthLink.call(context, args),
  }),
}));
