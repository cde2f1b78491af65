import { AppError, type FieldError } from '../../../domain/errors.ts';
import { isSecondStepDue } from '../../../domain/accounts/sign-in/second-step.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import type { ConfirmedPassword } from '../../pipeline/passwords/confirm.ts';
import { ownAccount } from '../../pipeline/subjects.ts';
import type { Work } from '../../pipeline/work.ts';
import { endAllSessions, rotateSession, type StartedSession } from '../sessions/api.ts';
import { findFacts, findPhones, type Facts, type Phone } from './api.ts';
import * as store from './store.ts';

/** Access rule of all operations here: the caller's own second step. */
export const access = { action: 'account.secondStep', subject: ownAccount } as const;

type Own = Pick<
  Work<unknown, Subjects['account']>,
  'actor' | 'tx' | 'now' | 'services' | 'meta' | 'subject' | 'auditDetails' | 'emit'
>;

/** The caller's own second step, as the settings show it. `required` is for staff in production (D-12). */
export type SecondStep = {
  on: boolean;
  required: boolean;
  phones: Omit<Phone, 'number'>[];
  app: boolean;
  recovery_left: number;
};

/** Loads the second step of a person as the settings show it. */
export async function findSecondStep(
  tx: Tx,
  services: Pick<Services, 'keyring'>,
  userId: string,
  required: boolean,
): Promise<SecondStep> {
  const facts = await findFacts(tx, userId);
  const phones = await findPhones(tx, services, userId);
  return {
    on: facts.on,
    required,
    phones: phones.map(({ id, masked, confirmed }) => ({ id, masked, confirmed })),
    app: facts.app,
    recovery_left: facts.recovery,
  };
}

/** Whether this person must have a second step (D-12). */
export const isRequired = ({ actor, services }: Pick<Own, 'actor' | 'services'>): boolean =>
  actor.kind === 'person' && isSecondStepDue(services.config, actor.role, false);

/** Loads the caller's own second step as the settings show it. */
export const ownSecondStep = (
  work: Pick<Own, 'actor' | 'tx' | 'services' | 'subject'>,
): Promise<SecondStep> => findSecondStep(work.tx, work.services, work.subject.ownerId, isRequired(work));

/**
 * Locks the person's row, so that two changes run one after the other, and returns the current state.
 * @throws AppError `invalid` at `password` when the confirmed password has changed since
 */
export async function lockFacts(
  { tx, subject }: Pick<Own, 'tx' | 'subject'>,
  confirmed?: ConfirmedPassword,
): Promise<Facts> {
  const { password_hash } = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', subject.ownerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (confirmed && password_hash !== confirmed.passwordHash)
    throw invalidAt({ field: 'password', message: 'field.password.currentWrong' });
  return findFacts(tx, subject.ownerId);
}

/**
 * Result of a confirmation. If it turned the second step on, it has the recovery codes, which are shown only now, and a new token
 * for the session, whose rights have increased (D-13).
 */
export type Confirmation = { on: boolean; recovery_codes: string[]; session: StartedSession | null };

/** Completes the confirmation of a factor: the first one turns the second step on, and signs the person out everywhere else. */
export async function afterConfirming(
  work: Own,
  wasOn: boolean,
  event: 'account.app-changed' | 'account.phone-changed',
  factorId: string,
): Promise<Confirmation> {
  const { tx, services, now, meta, subject, auditDetails, emit } = work;
  const userId = subject.ownerId;
  if (wasOn) {
    emit(event, { user_id: userId, factor_id: factorId });
    return { on: true, recovery_codes: [], session: null };
  }
  await store.switchSecondStep(tx, now, userId, true);
  // These sessions were started with a password only.
  await endAllSessions(tx, userId, meta.sessionId ?? undefined);
  if (meta.sessionId)
    await tx.updateTable('sessions').set({ second_step_at: now }).where('id', '=', meta.sessionId).execute();
  auditDetails({ turned: 'on' });
  emit('account.second-step-on', { user_id: userId });
  const recovery_codes = await store.makeRecoveryCodes(tx, services.secrets, now, userId);
  return {
    on: true,
    recovery_codes,
    session: meta.sessionId ? await rotateSession(tx, meta.sessionId) : null,
  };
}

export async function turnOff({ tx, now, subject, auditDetails, emit }: Own): Promise<void> {
  const userId = subject.ownerId;
  await store.forgetFactors(tx, userId);
  await store.switchSecondStep(tx, now, userId, false);
  auditDetails({ turned: 'off' });
  emit('account.second-step-off', { user_id: userId });
}

/** @throws AppError `forbidden` for staff in production (D-12) */
export function refuseForStaff(work: Pick<Own, 'actor' | 'services'>): void {
  if (isRequired(work))
    throw new AppError('forbidden', { fields: [{ field: 'form', message: 'settings.mfa.staffMust' }] });
}

export const invalidAt = (problem: FieldError) => new AppError('invalid', { fields: [problem] });

export const gone: FieldError = { field: 'code', message: 'error.mfa.sessionGone' };

/** Turns the second step off when its last factor is removed, except for staff, who must keep one. */
export async function afterDropping(work: Own, on: boolean, left: number): Promise<void> {
  if (!on) return;
  if (left > 0) return work.emit('account.factor-removed', { user_id: work.subject.ownerId });
  refuseForStaff(work);
  await turnOff(work);
}
