import { sql } from 'kysely';
import { lastDigits, maskedPhone, resendAfter } from '../../../domain/accounts/sign-in/second-step.ts';
import { AppError, type FieldError } from '../../../domain/errors.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { forgetAttempts, setBack, type Tries } from '../../pipeline/limits/limit.ts';
import type { Work } from '../../pipeline/work.ts';
import { TextMessageError, type TextMessage } from '../../ports/text-messages/port.ts';
import { findChallenge, openChallenge, type ChallengePurpose } from './challenges.ts';
import { checkByMethod, wrong, type CodeCheck, type CodeTry } from './check-code.ts';
import { codeMessage } from './code-messages.ts';
import { factorPlace, forgetFactors, switchSecondStep } from './store.ts';

type Keyring = Pick<Services, 'keyring'>;

/** A telephone for codes. `number` is in E.164 format. */
export type Phone = { id: string; number: string; masked: string; confirmed: boolean };

/** Loads the telephones of a person, oldest first. */
export async function findPhones(tx: Tx, { keyring }: Keyring, userId: string): Promise<Phone[]> {
  const rows = await tx
    .selectFrom('second_factors')
    .select(['id', 'value_sealed', 'confirmed_at'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'sms')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, value_sealed, confirmed_at }) => {
    const number = keyring.open(factorPlace(id), value_sealed);
    return { id, number, masked: maskedPhone(number), confirmed: confirmed_at !== null };
  });
}

/**
 * Returns the last three digits of one of a person's numbers; of the newest one if that was deleted, and '***' if none is left.
 */
export async function findLastDigits(tx: Tx, services: Keyring, userId: string, id: string): Promise<string> {
  const phones = (await findPhones(tx, services, userId)).filter(({ confirmed }) => confirmed);
  const phone = phones.find((each) => each.id === id) ?? phones.at(-1);
  return phone ? lastDigits(phone.number) : '***';
}

export type Facts = { on: boolean; app: boolean; recovery: number; factors: number };

/** Loads whether the second step is on, and its factors. Everything is off for an unknown id. */
export async function findFacts(tx: Tx, userId: string): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select coalesce(bool_or(u.second_step_on), false) as on,
      exists (select 1 from second_factors f where f.user_id = ${userId} and f.kind = 'totp' and f.confirmed_at is not null) as app,
      (select count(*)::int from second_factors f where f.user_id = ${userId} and f.confirmed_at is not null) as factors,
      (select count(*)::int from recovery_codes r where r.user_id = ${userId} and r.used_at is null) as recovery
    from users u where u.id = ${userId}`.execute(tx);
  return rows[0] ?? { on: false, app: false, recovery: 0, factors: 0 };
}

/** The required second step and the possible factors: the response to a correct password when the second step is on. */
export type SecondStepWanted = {
  phones: { id: string; masked: string }[];
  app: boolean;
  recovery: boolean;
  /** An opaque handle of the passed first step (GAP-12). */
  session: string;
  sentTo?: string;
};

/** If `message` is set, the code has to be sent after the transaction is committed. */
export type AskedSecondStep = { asked: SecondStepWanted; userId: string; message: TextMessage | null };

/**
 * Opens a challenge for a person who has passed the first step. `phone` is the id of the number for the code, or ''.
 * @throws AppError `invalid` at the field `phone` for a number that is not theirs
 */
export async function askSecondStep(
  { tx, now, services }: Pick<Work<unknown>, 'tx' | 'now' | 'services'>,
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
  if (!chosen || code === null) return { asked, userId, message: null };
  const { language } = await tx
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const message = codeMessage(services.config, { to: chosen.number, code, language, purpose });
  return { asked, userId, message };
}

/** Receiver of a code: the person, their network address, and the number if it is a new one. */
type Sending = { userId: string; address: string; number?: string };

/**
 * Rate limits for text messages, counted before sending: one in thirty seconds for a person, and limits for a network and a
 * number.
 */
export const sendingTries = ({ userId, address, number }: Sending): Tries => [
  { counted: ['code-send:account', userId], counts: 'always' },
  ...(number === undefined
    ? []
    : [{ counted: ['code-send:number', number] as const, counts: 'always' as const }]),
  { counted: ['code-send:address', address], counts: 'always' },
];

/** Seconds after which a person can request a code again whose message failed. */
const againAfter = 8;

/**
 * Sends a code, after the transaction that created it, which must not hold locks while it waits for a gateway. After a failed
 * message the person waits eight seconds instead of thirty; it counts as a message of the day like any other.
 * @throws AppError `unavailable` at the field `phone` when the gateway refuses it
 */
export async function sendCode(services: Services, userId: string, message: TextMessage): Promise<void> {
  try {
    await services.textMessages.send(message);
  } catch (error) {
    if (!(error instanceof TextMessageError)) throw error;
    await setBack(services, ['code-send:account', userId], resendAfter - againAfter);
    const fields = [{ field: 'phone', message: 'error.mfa.sendFailed' as const }];
    throw new AppError('unavailable', { fields, cause: error });
  }
}

/**
 * Rate limits for codes, counted before the comparison, for the person and for the network address. A correct code resets the
 * person's count, and does not count for the address if the call succeeds.
 */
export const codeAttempts = ({ userId, address }: { userId: string | null; address: string }): Tries => [
  ...(userId === null
    ? []
    : [{ counted: ['second-step:account', userId] as const, counts: 'unless-success' as const }]),
  { counted: ['second-step:address', address], counts: 'unless-success' },
];

/** Returns the person of a passed first step; null for an unknown session. */
export async function findChallengedUser(tx: Tx, session: string): Promise<string | null> {
  return (await findChallenge(tx, session))?.user_id ?? null;
}

/**
 * Checks a code, and uses it up: no code works twice. A wrong code is a result, not an error, because the transaction must commit
 * so that the attempt counts. Two attempts for one challenge or one app wait for each other. A caller that signs the person in by
 * a recovery code emits `account.recovery-used`.
 */
export async function checkCode(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'keyring'>,
  now: Date,
  given: CodeTry,
): Promise<CodeCheck> {
  const { userId, purpose, session, method } = given;
  const challenge = session === null ? null : await findChallenge(tx, session, { lock: true });
  if (session !== null || method === 'sms' || purpose !== 'login-as-customer') {
    if (!challenge || challenge.user_id !== userId || challenge.purpose !== purpose)
      return wrong('error.mfa.sessionGone');
    if (challenge.used_at !== null)
      return wrong(method === 'sms' ? 'error.mfa.used' : 'error.mfa.sessionGone');
    if (now >= challenge.expires_at) return wrong('error.mfa.sessionGone');
  }
  const check = await checkByMethod[method](tx, services, now, given, challenge);
  if (!check.ok) return check;
  if (challenge)
    await tx
      .updateTable('second_step_challenges')
      .set({ used_at: now })
      .where('id', '=', challenge.id)
      .execute();
  await forgetAttempts(tx, services.secrets, ['second-step:account', userId]);
  return check;
}

/** Turns the second step off and deletes numbers, app and recovery codes, as the operator's command does. */
export async function clearSecondStep(tx: Tx, now: Date, userId: string): Promise<void> {
  await forgetFactors(tx, userId);
  await switchSecondStep(tx, now, userId, false);
}

/** Ends a person's open challenges, after a new password or a changed second step. */
export async function voidChallenges(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('second_step_challenges')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}
