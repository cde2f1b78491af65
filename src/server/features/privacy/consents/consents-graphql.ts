import {
  agreedVersions,
  consentsDue,
  type ConsentDocument as Document,
} from '../../../../domain/accounts/consents/consents.ts';
import { builder } from '../../../graphql/builder.ts';
import { ConsentDocument } from '../../../graphql/enums.ts';
import { consentVersions } from '../../../pipeline/consents/consent-versions.ts';
import { UserRef } from '../../profile/api.ts';
import { agreeToConsent, declineConsent } from './consent-operations.ts';
import { consentsOf, type Consent } from './consents.ts';

const ConsentRef = builder.objectRef<Consent>('Consent').implement({
  fields: (t) => ({
    document: t.expose('document', { type: ConsentDocument }),
    version: t.exposeString('version', {
      nullable: true,
      description: 'What was agreed to; null for nothing.',
    }),
    present: t.exposeString('present', { description: 'The version that holds now.' }),
    agreed_at: t.expose('agreed_at', { type: 'DateTime', nullable: true }),
  }),
});

const ConsentsDueRef = builder.objectRef<Record<Document, boolean>>('ConsentsDue').implement({
  fields: (t) => ({ eusa: t.exposeBoolean('eusa'), privacy: t.exposeBoolean('privacy') }),
});

builder.objectFields(UserRef, (t) => ({
  consents: t.field({
    type: [ConsentRef],
    description: 'The texts that a person agrees to, and what this person agreed to.',
    resolve: (user, _, { services }) => consentsOf(user, consentVersions(services.config)),
  }),
  consents_due: t.field({
    type: ConsentsDueRef,
    description: 'Which texts must be agreed to, in their present version, before the person goes on.',
    resolve: (user, _, { services }) => consentsDue(agreedVersions(user), consentVersions(services.config)),
  }),
}));

builder.mutationFields((t) => ({
  agreeToConsent: t.field({
    type: UserRef,
    args: { document: t.arg.string({ required: true }), version: t.arg.string({ required: true }) },
    resolve: (_, args, context) => agreeToConsent.call(context, args),
  }),
  declineConsent: t.boolean({
    description: 'The person is signed out everywhere.',
    args: { document: t.arg.string({ required: true }) },
    resolve: (_, args, context) => declineConsent.call(context, args),
  }),
}));
