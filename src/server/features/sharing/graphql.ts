import { builder } from '../../graphql/builder.ts';
import { getMyTrustedContacts } from './operations.ts';
import type { TrustedContact } from './store.ts';

const ContactStatus = builder.enumType('TrustedContactStatus', { values: ['accepted', 'pending'] as const });

const TrustedContactRef = builder.objectRef<TrustedContact>('TrustedContact').implement({
  description: 'A person whom another person trusts with the plan (ENT-10).',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    name: t.exposeString('name'),
    email: t.exposeString('email'),
    phone: t.exposeString('phone'),
    relationship: t.exposeString('relationship', {
      description: 'A stored value of the relation list, or own words.',
    }),
    substitutedDecisionMaker: t.exposeBoolean('substitutedDecisionMaker'),
    enduringGuardian: t.exposeBoolean('enduringGuardian'),
    fullAccess: t.exposeBoolean('fullAccess'),
    on_emergency_page: t.exposeBoolean('on_emergency_page', {
      description: 'False when the owner left the contact off the emergency page (D-33).',
    }),
    status: t.expose('status', { type: ContactStatus }),
    accepted_at: t.expose('accepted_at', { type: 'DateTime', nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
  }),
});

builder.queryFields((t) => ({
  trusted_contacts: t.field({
    type: [TrustedContactRef],
    description:
      'The trusted contacts of whoever asks: those who said yes first, substitute decision makers at the top.',
    resolve: (_, __, context) => getMyTrustedContacts.call(context, {}),
  }),
}));
