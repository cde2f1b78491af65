import * as z from 'zod/mini';
import type { ConsentVersions } from '../../../domain/accounts/consents/consents.ts';
import { AppError } from '../../../domain/errors.ts';
import { normaliseEmail } from '../../../domain/fields.ts';
import { formInput, text } from '../../../domain/inputs/form.ts';
import { signupRequest, signupWithNamesRequest } from '../../../domain/inputs/sign-in/signup.ts';
import type { InputContext } from '../../pipeline/input.ts';
import type { Tries } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { hashPassword, isCommonPassword } from '../../pipeline/passwords/passwords.ts';
import { nothing } from '../../pipeline/subjects.ts';
import type { Asked, Work } from '../../pipeline/work.ts';
import { issueToken, startSignedInSession, type SignedIn } from '../sign-in/api.ts';
import { keepWaitingMedicare } from '../sign-in/api.ts';
import { activateGuestFile, guestFileShape, keepGuestFile, type GuestFile } from '../files/api.ts';
import { createAccount, type NewAccount } from './create-account.ts';
import { invitationWords, openInvitation, type InvitationProblem } from './invitations.ts';

/** Fields of the source's calls besides the form. */
const besides = {
  token: text,
  language: text,
  type: z.optional(z.unknown()),
  redirect: z.optional(z.unknown()),
  shown_versions: z.optional(z.strictObject({ eusa: z.string(), privacy: z.string() })),
};

// Declares the parameter's type, without which `operation` could not infer the input.
const signUpInput = ({ today }: InputContext) =>
  formInput(signupRequest({ today, isCommon: isCommonPassword }), besides);
const signUpWithNamesInput = ({ today }: InputContext) =>
  formInput(signupWithNamesRequest({ today, isCommon: isCommonPassword }), {
    ...besides,
    /** Result of the route for the uploaded file; contains nothing from the caller. */
    upload: z.optional(z.nullable(guestFileShape)),
  });

type Enrolment = Pick<NewAccount, 'email' | 'accountOwner' | 'forMySelf' | 'medicareNumber'> & {
  password: string;
  birthDateIso: string;
  gender: string;
  payload: string;
  token: string;
  language: string;
  shown_versions?: ConsentVersions | undefined;
  upload?: GuestFile | null | undefined;
};

const enrolmentTries = ({ input, meta }: Asked<Enrolment, null>): Tries => [
  { counted: ['sign-up:account', input.email], counts: 'always' },
  { counted: ['sign-up:address', meta.address], counts: 'always' },
  { counted: ['sign-up-refused:address', meta.address], counts: 'unless-success' },
];

const enrolmentPreparation = {
  run: ({ input }: Asked<Enrolment, null>): Promise<string> => hashPassword(input.password),
};

const badInvitation = (problem: InvitationProblem) =>
  new AppError('invalid', { fields: [{ field: 'token', message: invitationWords[problem] }] });

/** Returns the content of a payload; null for one that is not valid now, which is ignored (GAP-03). */
async function payloadOf({ tx, services, now, input }: Work<Enrolment, null, undefined, string>) {
  const opened = await openInvitation(tx, services.secrets, now, 'signup-payload', input.payload);
  return opened && opened.problem === null ? opened.invitation : null;
}

/** Creates the account. Returns null if its address must be checked before it can be used. */
async function enrol(
  work: Work<Enrolment, null, undefined, string>,
  names: Pick<NewAccount, 'firstName' | 'lastName'>,
): Promise<SignedIn | null> {
  const { input, prepared, tx, now, services, meta, auditDetails, emit } = work;
  const { email, language } = input;
  const opened = await openInvitation(tx, services.secrets, now, 'signup-token', input.token);
  if (opened?.problem) throw badInvitation(opened.problem);
  const mailed = opened?.invitation;
  const emailProven = mailed?.email !== undefined && normaliseEmail(mailed.email) === email;
  const userId = await createAccount(work, {
    ...names,
    email,
    passwordHash: prepared,
    accountOwner: input.accountOwner,
    forMySelf: input.forMySelf,
    medicareNumber: input.medicareNumber,
    birthDate: input.birthDateIso,
    gender: input.gender as NewAccount['gender'],
    language: language === 'en' || language === 'zh' ? language : meta.language,
    invitation: mailed ?? (await payloadOf(work)),
    emailProven,
    shownVersions: input.shown_versions,
  });
  auditDetails(
    { proven: emailProven, for_my_self: input.forMySelf, ...(input.upload && { file_id: input.upload.id }) },
    userId,
  );
  if (input.upload) await keepGuestFile(work, userId, input.upload);
  if (emailProven) {
    if (input.upload) await activateGuestFile(work, userId);
    emit('account.signed-up', { user_id: userId });
    emit('account.verified', { user_id: userId });
    return startSignedInSession(work, { id: userId, role: 'user' });
  }
  const tokenId = await issueToken(tx, now, 'verify-email', userId);
  const number = input.medicareNumber;
  if (number !== '') await keepWaitingMedicare(tx, services, { userId, tokenId, number });
  emit('account.verification-wanted', { user_id: userId, ...(input.upload && { with_file: true }) });
  return null;
}

async function signedInOr(made: SignedIn | null): Promise<SignedIn> {
  if (!made) throw new AppError('verification-required');
  return made;
}

/**
 * Signs up from the page (API-02). A person with a mailed invitation is signed in at once.
 * @throws AppError `invalid`, `existingUser`, `existingMedicareNumber`; `verification-required` when the account was created and
 * its address must be checked first
 */
export const signUp = operation({
  name: 'signUp',
  kind: 'write',
  input: signUpInput,
  access: { action: 'account.signUp', subject: nothing },
  limit: enrolmentTries,
  prepare: enrolmentPreparation,
  run: (work) => enrol(work, { firstName: null, lastName: null }),
  afterCommit: (made) => signedInOr(made),
});

/**
 * Signs up from the modal, with names and no accountOwner, and with the file of the request (API-03, CON-27, SIGNUP-10). Refuses
 * as `signUp` does.
 */
export const signUpWithNames = operation({
  name: 'signUpWithNames',
  kind: 'write',
  input: signUpWithNamesInput,
  access: { action: 'account.signUp', subject: nothing },
  limit: enrolmentTries,
  prepare: enrolmentPreparation,
  run: (work) => enrol(work, { firstName: work.input.firstName, lastName: work.input.lastName }),
  afterCommit: (made) => signedInOr(made),
});

/**
 * Returns the content of a mailed invitation: the address, to fill in and lock at sign-up (SIGNUP-05 to 07), the inviting
 * provider and the person.
 * @throws AppError `invalid` at `token` with the text of the reason; `rate-limited`
 */
export const readSignupTokenEmail = operation({
  name: 'readSignupToken',
  kind: 'read',
  input: z.strictObject({ token: text }),
  access: { action: 'account.readSession', subject: nothing },
  limit: ({ meta }) => [{ counted: ['token:address', meta.address], counts: 'unless-success' }],
  async run({ input, tx, services, now }) {
    const opened = await openInvitation(tx, services.secrets, now, 'signup-token', input.token);
    if (!opened?.invitation.email)
      throw new AppError('invalid', { fields: [{ field: 'token', message: 'error.signup.tokenBad' }] });
    const { invitation, problem, provider, person } = opened;
    if (problem) throw badInvitation(problem);
    return {
      email: normaliseEmail(opened.invitation.email),
      ...(invitation.user_id && { provider, person }),
    };
  },
});
