import type { FieldError } from '../../../domain/errors.ts';
import type { TextKey, TextParams } from '../../../domain/i18n/texts.ts';
import { codeTries, readRecoveryCode, type CodeMethod } from '../../../domain/accounts/second-step.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { findChallenge, isCodeOf, type ChallengePurpose } from './challenges.ts';
import { factorPlace, recoveryHash } from './store.ts';
import { admit, forgetAttempts, type Admission } from '../../pipeline/limit.ts';
import { appStepOf } from './totp.ts';

/**
 * A code that somebody typed. `session` is the passed first step that it belongs to. Only where somebody is signed in already
 * (login as customer) can it be null, and then an app or a recovery code is all that can be shown.
 */
export type CodeTry = {
  userId: string;
  purpose: ChallengePurpose;
  session: string | null;
  code: string;
  method: CodeMethod;
};

/** `factorId` is the telephone or app that it came from; null for a recovery code. */
export type CodeCheck = { ok: true; factorId: string | null } | { ok: false; problem: FieldError };

type CheckServices = Pick<Services, 'secrets' | 'keyring'>;

const wrong = (message: TextKey, params?: TextParams): CodeCheck => ({
  ok: false,
  problem: { field: 'code', message, ...(params && { params }) },
});

/**
 * Counts a code before it is looked at, for the person and for the network address; belongs before the transaction of
 * `checkCode`. A right code forgets the person's wrong ones; the caller takes the try back from the address.
 * @throws AppError `rate-limited` with `details.retryAfter`
 */
export function admitCode(
  services: Pick<Services, 'db' | 'clock' | 'secrets'>,
  { userId, address }: { userId: string | null; address: string },
): Promise<Admission> {
  return admit(services, [
    ...(userId === null ? [] : [['second-step:account', userId] as const]),
    ['second-step:address', address],
  ]);
}

/**
 * Whether a code is right, and uses it up: no code works twice. A wrong one is an answer, not an error: the transaction must
 * commit, so that the try counts. Two tries of one challenge or one app wait for each other.
 * Whoever lets somebody in by a recovery code emits `account.recovery-used`.
 */
export async function checkCode(
  tx: Tx,
  services: CheckServices,
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
  const check = await byMethod[method](tx, services, now, given, challenge);
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

type Challenge = Awaited<ReturnType<typeof findChallenge>>;
type Check = (
  tx: Tx,
  services: CheckServices,
  now: Date,
  given: CodeTry,
  challenge: Challenge,
) => Promise<CodeCheck>;

const checkSent: Check = async (tx, { secrets }, now, { code }, challenge) => {
  if (!challenge?.code_hash || !challenge.code_expires_at) return wrong('error.mfaVerify');
  if (challenge.tries >= codeTries) return wrong('error.mfa.noTries');
  if (now >= challenge.code_expires_at) return wrong('error.mfa.expired');
  if (isCodeOf(secrets, challenge.id, code, challenge.code_hash))
    return { ok: true, factorId: challenge.factor_id };
  await tx
    .updateTable('second_step_challenges')
    .set({ tries: challenge.tries + 1 })
    .where('id', '=', challenge.id)
    .execute();
  const left = codeTries - challenge.tries - 1;
  return left > 0 ? wrong('error.mfa.triesLeft', { count: left }) : wrong('error.mfa.noTries');
};

const checkApp: Check = async (tx, services, now, { userId, code }) => {
  const app = await tx
    .selectFrom('second_factors')
    .select(['id', 'value_sealed'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  const step =
    app && (await appStepOf(services.keyring.open(factorPlace(app.id), app.value_sealed), code, now));
  if (!app || step === null || step === undefined) return wrong('error.mfaVerify');
  // The step is never taken back, not even when the clock is: codes seen an hour ago stay used (fault 19).
  const taken = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('id', '=', app.id)
    .where((where) => where.or([where('last_step', 'is', null), where('last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  if (!taken) return wrong('error.mfa.used');
  return { ok: true, factorId: app.id };
};

const checkRecovery: Check = async (tx, { secrets }, now, { userId, code }) => {
  const read = readRecoveryCode(code);
  const used =
    read &&
    (await tx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('code_hash', '=', recoveryHash(secrets, userId, read))
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst());
  return used ? { ok: true, factorId: null } : wrong('field.recovery.invalid');
};

const byMethod: Readonly<Record<CodeMethod, Check>> = {
  sms: checkSent,
  app: checkApp,
  recovery: checkRecovery,
};
