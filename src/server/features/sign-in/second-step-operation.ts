import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import { secondStepRequest } from '../../../domain/inputs/second-step.ts';
import type { CodeMethod } from '../../../domain/accounts/second-step.ts';
import { operation } from '../../pipeline/operation.ts';
import type { TextMessage } from '../../ports/text-messages/port.ts';
import type { Work } from '../../pipeline/work.ts';
import { codeMessage } from '../second-step/code-messages.ts';
import { enter, type Entered } from './enter.ts';
import { prepared, readSent } from '../../pipeline/prepared.ts';
import { findChallenge, openChallenge, type ChallengePurpose } from '../second-step/challenges.ts';
import { admitCode, checkCode } from '../second-step/check-code.ts';
import { findFacts, findPhones } from '../second-step/store.ts';
import { getCredentialsForChange, mayEnter } from './credentials.ts';

/** What is still to be shown, and by what it can be: the answer to a right password where the second step is on. */
export type SecondStepWanted = {
  phones: { id: string; masked: string }[];
  app: boolean;
  recovery: boolean;
  /** An opaque handle on the passed first step (GAP-12). */
  session: string;
  sentTo?: string;
};

/** With `message`, a code is to be sent once the transaction is committed. */
export type AskedSecondStep = { asked: SecondStepWanted; message: TextMessage | null };

/**
 * Opens a challenge for somebody whose first step is passed. `phone` is the id of the number that the code goes to, or ''.
 * @throws AppError `invalid` at the field `phone` for a number that is not theirs
 */
export async function askSecondStep(
  { tx, now, services }: Pick<Work<unknown, null>, 'tx' | 'now' | 'services'>,
  { userId, phone, purpose }: { userId: string; phone: string; purpose: ChallengePurpose },
): Promise<AskedSecondStep> {
  const phones = (await findPhones(tx, services, userId)).filter(({ confirmed }) => confirmed);
  const chosen = phone === '' ? null : phones.find(({ id }) => id === phone);
  if (chosen === undefined) {
    const fields: FieldError[] = [{ field: 'phone', message: 'field.mfaPhone.required' }];
    throw new AppError('invalid', { fields });
  }
  const { session, code } = await openChallenge(tx, services.secrets, now, {
    userId,
    purpose,
    factorId: chosen?.id ?? null,
  });
  const { app, recovery } = await findFacts(tx, userId);
  const asked: SecondStepWanted = {
    phones: phones.map(({ id, masked }) => ({ id, masked })),
    app,
    recovery: recovery > 0,
    session,
    ...(chosen && { sentTo: chosen.masked }),
  };
  if (!chosen || code === null) return { asked, message: null };
  const { language } = await tx
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { asked, message: codeMessage(services.config, { to: chosen.number, code, language, purpose }) };
}

const gone: FieldError = { field: 'code', message: 'error.mfa.sessionGone' };

type Shown = { userId: string; email: string; session: string; code: string; method: CodeMethod };

/** A checked second step. Refusals are answers here, so that the wrong try and its trail are kept. */
const showSecondStep = operation({
  name: 'verifySecondStep',
  kind: 'write',
  input: z.custom<Shown>(),
  access: { action: 'account.signIn', subject: () => null },
  async run(work): Promise<{ refused: FieldError } | Entered> {
    const { input, tx, services, now, note, emit } = work;
    const { userId, email, method } = input;
    const refuse = (refused: FieldError) => {
      note({ refused: refused.message, method }, userId);
      return { refused };
    };
    const person = await getCredentialsForChange(tx, userId);
    if (!mayEnter(person) || person.email !== email) return refuse(gone);
    const check = await checkCode(tx, services, now, { ...input, purpose: 'sign-in' });
    if (!check.ok) return refuse(check.problem);
    note({ method }, userId);
    if (method === 'recovery') emit('account.recovery-used', { user_id: userId });
    return enter(work, person, now);
  },
});

/**
 * Signs in with the second step (API-35): the code, and the session that the first step gave.
 * @throws AppError `unauthenticated` with the words at the field `code`; `rate-limited`
 */
export const verifySecondStep = prepared(
  showSecondStep,
  async ({ services, meta }, raw, perform): Promise<Entered> => {
    const sent = readSent(secondStepRequest, raw, ['email', 'code', 'session', 'method', 'redirect']);
    const challenge = await findChallenge(services.db, sent.session);
    const userId = challenge?.user_id ?? null;
    const tries = await admitCode(services, { userId, address: meta.address });
    const answer = userId === null ? { refused: gone } : await perform({ ...sent, userId });
    if ('refused' in answer) throw new AppError('unauthenticated', { fields: [answer.refused] });
    await tries.withdraw();
    return answer;
  },
);
