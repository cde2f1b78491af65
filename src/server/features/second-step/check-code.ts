import type { FieldError } from '../../../domain/errors.ts';
import type { TextKey, TextParams } from '../../../domain/i18n/texts.ts';
import {
  codeTries,
  readRecoveryCode,
  type CodeMethod,
} from '../../../domain/accounts/sign-in/second-step.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { isCodeOf, type ChallengePurpose, type findChallenge } from './challenges.ts';
import { factorPlace, recoveryHash } from './store.ts';
import { appStepOf } from './totp.ts';

/**
 * An entered code. `session` is the handle of the passed first step. It can be null only if the person is already signed in
 * (login as customer), and then only an app or a recovery code is accepted.
 */
export type CodeTry = {
  userId: string;
  purpose: ChallengePurpose;
  session: string | null;
  code: string;
  method: CodeMethod;
};

/** `factorId` is the telephone or app of the code; null for a recovery code. */
export type CodeCheck = { ok: true; factorId: string | null } | { ok: false; problem: FieldError };

type CheckServices = Pick<Services, 'secrets' | 'keyring'>;

export const wrong = (message: TextKey, params?: TextParams): CodeCheck => ({
  ok: false,
  problem: { field: 'code', message, ...(params && { params }) },
});

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
  // The stored step never decreases, not even when the clock is set back, so that a code of an hour ago cannot be used again
  // (fault 19).
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

/** Checks a code by its kind. */
export const checkByMethod: Readonly<Record<CodeMethod, Check>> = {
  sms: checkSent,
  app: checkApp,
  recovery: checkRecovery,
};
