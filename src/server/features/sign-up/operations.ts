import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { isoOfDate, melbourneDate, normaliseEmail } from '../../../domain/fields.ts';
import {
  accountOwnerOf,
  signupFileForm,
  signupFileRequest,
  signupRequest,
} from '../../../domain/inputs/signup.ts';
import type { Context } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { enter, type Entered } from '../sign-in/enter.ts';
import { readSignupToken } from './invitations.ts';
import { hashPassword, isCommonPassword } from '../sign-in/passwords.ts';
import { prepared, readSent, sentText } from '../../pipeline/prepared.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import { admit } from '../../pipeline/limit.ts';
import { issueToken } from '../sign-in/tokens.ts';

const sentWithSignup = [
  'email',
  'password',
  'medicareNumber',
  'birthDate',
  'gender',
  'EUSARead',
  'privacyPolicyRead',
  'notOwnerConfirmation',
  'type',
  'payload',
  'token',
  'redirect',
  'language',
] as const;

const makeAccount = (name: string) =>
  operation({
    name,
    kind: 'write',
    input: z.custom<NewAccount>(),
    access: { action: 'account.signUp', subject: () => null },
    async run(work) {
      const { input, tx, now, note, emit } = work;
      const userId = await createAccount(work, input);
      note({ proven: input.emailProven, for_my_self: input.forMySelf }, userId);
      emit('account.signed-up', { user_id: userId });
      if (input.emailProven) {
        emit('account.verified', { user_id: userId });
        return enter(work, { id: userId, role: 'user' });
      }
      await issueToken(tx, now, 'verify-email', userId);
      emit('account.verification-wanted', { user_id: userId });
      return null;
    },
  });

type Enrolment = Pick<
  NewAccount,
  'accountOwner' | 'forMySelf' | 'firstName' | 'lastName' | 'medicareNumber'
> & {
  email: string;
  password: string;
  birthDate: string;
  gender: string;
  payload: string;
};

async function enrol(
  { services, meta }: Context,
  raw: unknown,
  values: Enrolment,
  perform: (input: NewAccount) => Promise<Entered | null>,
): Promise<Entered> {
  const { email } = values;
  const now = services.clock();
  const tries = await admit(services, [
    ['sign-up:account', email],
    ['sign-up:address', meta.address],
    ['sign-up-refused:address', meta.address],
  ]);
  const asked = sentText(raw, 'language');
  const mailed = readSignupToken(services.secrets, now, 'signup-token', sentText(raw, 'token'));
  const entered = await perform({
    email,
    passwordHash: await hashPassword(values.password),
    firstName: values.firstName,
    lastName: values.lastName,
    accountOwner: values.accountOwner,
    forMySelf: values.forMySelf,
    medicareNumber: values.medicareNumber,
    birthDate: isoOfDate(values.birthDate) ?? '',
    gender: values.gender as NewAccount['gender'],
    language: asked === 'en' || asked === 'zh' ? asked : meta.language,
    invitation: mailed ?? readSignupToken(services.secrets, now, 'signup-payload', values.payload),
    emailProven: mailed?.email !== undefined && normaliseEmail(mailed.email) === email,
  });
  await tries.withdraw('sign-up-refused:address');
  if (!entered) throw new AppError('verification-required');
  return entered;
}

const signupContext = ({ services }: Context) => ({
  today: melbourneDate(services.clock()),
  isCommon: isCommonPassword,
});

/**
 * Signs up from the page (API-02). Whoever came by a mailed invitation is signed in at once.
 * @throws AppError `invalid`, `existingUser`, `existingMedicareNumber`; `verification-required` when the account was made and its
 * address must be checked first
 */
export const signUp = prepared(makeAccount('signUp'), (context, raw, perform) => {
  const values = readSent(signupRequest(signupContext(context)), raw, [...sentWithSignup, 'accountOwner']);
  return enrol(context, raw, { ...values, firstName: null, lastName: null }, perform);
});

/** Signs up from the modal, with names and no accountOwner (API-03, CON-27). Refuses as `signUp` does. */
export const signUpWithNames = prepared(makeAccount('signUpWithNames'), (context, raw, perform) => {
  const rules = signupContext(context);
  const owner = ['forMySelf', 'relationWithOwner', 'other_relationWithOwner'];
  const known = [...sentWithSignup, 'firstName', 'lastName', ...owner];
  const sent = readSent(signupFileRequest(rules), raw, known);
  if (sentText(raw, 'forMySelf') === '')
    return enrol(context, raw, { ...sent, accountOwner: sent.forMySelf ? 'self' : 'other' }, perform);
  const form = readSent(signupFileForm(rules), raw, known);
  const accountOwner = accountOwnerOf({ relationWithOwner: '', other_relationWithOwner: '', ...form });
  return enrol(context, raw, { ...sent, forMySelf: form.forMySelf === 'yes', accountOwner }, perform);
});
