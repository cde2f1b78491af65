import { builder } from '../../graphql/builder.ts';
import { UserRef } from '../profile/api.ts';
import { changePassword, passwordChangedAt } from './password/password-operations.ts';

builder.objectFields(UserRef, (t) => ({
  password_changed_at: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the password was last changed, for the person alone.',
    resolve: (user, _, context) => passwordChangedAt.call(context, { id: user.id }),
  }),
  second_step_due: t.boolean({
    description: 'The person who asks must set up a second step before anything else (D-12).',
    resolve: (user, _, { actor }) =>
      actor.kind === 'person' && actor.userId === user.id && actor.secondStepDue,
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
}));
