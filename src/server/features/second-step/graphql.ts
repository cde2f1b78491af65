import type { Context } from '../../pipeline/context.ts';
import { builder } from '../../graphql/builder.ts';
import {
  confirmSecondStepApp,
  removeSecondStepApp,
  startSecondStepApp,
  type AppSetup,
} from './app-operations.ts';
import { newRecoveryCodes, secondStep, turnOffSecondStep } from './operations.ts';
import type { Confirmation, SecondStep } from './confirmation.ts';
import {
  addSecondStepPhone,
  confirmSecondStepPhone,
  removeSecondStepPhone,
  type AddedPhone,
} from './phone-operations.ts';

const PhoneRef = builder.objectRef<SecondStep['phones'][number]>('SecondStepPhone').implement({
  description: 'A mobile number that codes go to.',
  fields: (t) => ({
    id: t.exposeID('id'),
    masked: t.exposeString('masked', { description: 'Its last three digits, such as *** *** 156.' }),
    confirmed: t.exposeBoolean('confirmed'),
  }),
});

const SecondStepRef = builder.objectRef<SecondStep>('SecondStep').implement({
  description: 'The second step of signing in (D-12).',
  fields: (t) => ({
    on: t.exposeBoolean('on'),
    required: t.exposeBoolean('required', { description: 'It cannot be turned off: staff in production.' }),
    phones: t.expose('phones', { type: [PhoneRef] }),
    app: t.exposeBoolean('app', { description: 'An authenticator app is in use.' }),
    recovery_left: t.exposeInt('recovery_left', { description: 'Recovery codes that were not used yet.' }),
  }),
});

const ConfirmationRef = builder.objectRef<Confirmation>('SecondStepConfirmation').implement({
  fields: (t) => ({
    on: t.exposeBoolean('on'),
    recovery_codes: t.exposeStringList('recovery_codes', {
      description: 'Ten if this turned the second step on, otherwise none. They are returned only once.',
    }),
  }),
});

const AddedPhoneRef = builder.objectRef<AddedPhone>('AddedPhone').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    session: t.exposeString('session', { description: 'What the code that was sent is confirmed with.' }),
  }),
});

const AppSetupRef = builder.objectRef<AppSetup>('AppSetup').implement({
  description: 'What an authenticator app is set up with. Returned only once.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'Base32.' }),
    uri: t.exposeString('uri', { description: 'The same to scan: otpauth://totp/...' }),
  }),
});

/** Sets the session's new token in the browser. */
async function renewed(context: Context, confirming: Promise<Confirmation>): Promise<Confirmation> {
  const confirmation = await confirming;
  if (confirmation.session) context.renewSession?.(confirmation.session);
  return confirmation;
}

builder.queryFields((t) => ({
  secondStep: t.field({
    type: SecondStepRef,
    resolve: (_, __, context) => secondStep.call(context, {}),
  }),
}));

builder.mutationFields((t) => {
  const password = t.arg.string({ required: true });
  const code = t.arg.string({ required: true });
  return {
    addSecondStepPhone: t.field({
      type: AddedPhoneRef,
      args: { phone: t.arg.string({ required: true }), password },
      resolve: (_, args, context) => addSecondStepPhone.call(context, args),
    }),
    confirmSecondStepPhone: t.field({
      type: ConfirmationRef,
      args: { session: t.arg.string({ required: true }), code },
      resolve: (_, args, context) => renewed(context, confirmSecondStepPhone.call(context, args)),
    }),
    removeSecondStepPhone: t.field({
      type: SecondStepRef,
      args: { id: t.arg.id({ required: true }), password },
      resolve: (_, args, context) => removeSecondStepPhone.call(context, args),
    }),
    startSecondStepApp: t.field({
      type: AppSetupRef,
      args: { password },
      resolve: (_, args, context) => startSecondStepApp.call(context, args),
    }),
    confirmSecondStepApp: t.field({
      type: ConfirmationRef,
      args: { code },
      resolve: (_, args, context) => renewed(context, confirmSecondStepApp.call(context, args)),
    }),
    removeSecondStepApp: t.field({
      type: SecondStepRef,
      args: { password },
      resolve: (_, args, context) => removeSecondStepApp.call(context, args),
    }),
    newRecoveryCodes: t.field({
      type: ['String'],
      args: { password },
      resolve: (_, args, context) => newRecoveryCodes.call(context, args),
    }),
    turnOffSecondStep: t.field({
      type: SecondStepRef,
      args: { password },
      resolve: (_, args, context) => turnOffSecondStep.call(context, args),
    }),
  };
});
