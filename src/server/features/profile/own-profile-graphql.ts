import { builder } from '../../graphql/builder.ts';
import { agreeToConsent, declineConsent } from '../privacy/consent-operations.ts';
import { UserRef } from './graphql.ts';
import { updateProfile } from './own-profile-operations.ts';

builder.mutationFields((t) => ({
  updateProfile: t.field({
    type: UserRef,
    description: 'What is not given stays as it is.',
    args: {
      first_name: t.arg.string(),
      last_name: t.arg.string(),
      dob: t.arg.string({ description: 'DD/MM/YYYY.' }),
      gender: t.arg.string(),
      postcode: t.arg.string(),
      medicare_number: t.arg.string({ description: 'An empty one takes the number away.' }),
    },
    resolve: (_, args, context) => updateProfile.call(context, args),
  }),
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
