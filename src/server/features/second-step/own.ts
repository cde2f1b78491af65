import { AppError, type FieldError } from '../../../domain/errors.ts';
import type { Context, Tx } from '../../pipeline/context.ts';
import type { Loading, Work } from '../../pipeline/work.ts';
import { refuseAt } from '../../pipeline/password-again.ts';
import { admitCode } from './check-code.ts';
import * as store from './store.ts';
import { isSecondStepDue } from './due.ts';
import { endAllSessions, rotateSession, type StartedSession } from '../sessions/sessions.ts';

export const own = (_: unknown, { actor }: Loading) =>
  actor.kind === 'person' ? { ownerId: actor.userId } : null;
export const access = { action: 'account.secondStep', subject: own } as const;

export type Own<Input> = Work<Input, { ownerId: string } | null>;

/** Whether this person must have a second step (D-12). */
export const isRequired = ({ actor, services }: Pick<Own<unknown>, 'actor' | 'services'>): boolean =>
  actor.kind === 'person' && isSecondStepDue(services.config, actor.role, false);

/** Locks the person's row, so that two changes come one after the other, and says what stands now. */
export async function lockFacts(tx: Tx, userId: string) {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  return store.findFacts(tx, userId);
}

/**
 * What confirming gives where it turned the second step on: recovery codes, which are shown this once, and a new token for the
 * session, which may do more from now on (D-13).
 */
export type Confirmation = { on: boolean; recovery_codes: string[]; session: StartedSession | null };

/** After a factor was confirmed: the first one turns the second step on, and signs the person out everywhere else. */
export async function afterConfirming(
  work: Own<unknown>,
  wasOn: boolean,
  event: string,
  factorId: string,
): Promise<Confirmation> {
  const { tx, services, now, meta, subject, note, emit } = work;
  const userId = subject?.ownerId ?? '';
  if (wasOn) {
    emit(event, { user_id: userId, factor_id: factorId });
    return { on: true, recovery_codes: [], session: null };
  }
  await store.switchSecondStep(tx, now, userId, true);
  // Sessions that were begun with a password alone, by whomever.
  await endAllSessions(tx, userId, meta.sessionId ?? undefined);
  if (meta.sessionId)
    await tx.updateTable('sessions').set({ second_step_at: now }).where('id', '=', meta.sessionId).execute();
  note({ turned: 'on' });
  emit('account.second-step-on', { user_id: userId });
  const recovery_codes = await store.makeRecoveryCodes(tx, services.secrets, now, userId);
  return {
    on: true,
    recovery_codes,
    session: meta.sessionId ? await rotateSession(tx, meta.sessionId) : null,
  };
}

export async function turnOff({ tx, now, subject, note, emit }: Own<unknown>): Promise<void> {
  const userId = subject?.ownerId ?? '';
  await store.forgetFactors(tx, userId);
  await store.switchSecondStep(tx, now, userId, false);
  note({ turned: 'off' });
  emit('account.second-step-off', { user_id: userId });
}

/** @throws AppError `forbidden` for staff in production (D-12) */
export function refuseForStaff(work: Own<unknown>): void {
  if (isRequired(work))
    throw new AppError('forbidden', { fields: [{ field: 'form', message: 'settings.mfa.staffMust' }] });
}

export type Refusable<Output> = Output | { refused: FieldError };

export const gone: FieldError = { field: 'code', message: 'error.mfa.sessionGone' };

/** Counts a code of the person who asks, performs, and turns a refusal into an error. */
export async function withCode<Output extends object>(
  { services, meta }: Context,
  userId: string,
  perform: () => Promise<Refusable<Output>>,
): Promise<Output> {
  const tries = await admitCode(services, { userId, address: meta.address });
  const answer = await perform();
  if ('refused' in answer) throw refuseAt(answer.refused);
  await tries.withdraw();
  return answer;
}

/** The last factor that goes takes the second step with it, except for staff, who must keep one. */
export async function afterDropping(work: Own<unknown>, on: boolean, left: number): Promise<void> {
  if (!on) return;
  if (left > 0) return work.emit('account.factor-removed', { user_id: work.subject?.ownerId });
  refuseForStaff(work);
  await turnOff(work);
}
