import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { checkPassword } from '../../pipeline/passwords/confirm.ts';
import { forgetAttempts } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { callerId } from '../../pipeline/subjects.ts';
import type { Asked } from '../../pipeline/work.ts';
import { signOutStaff } from '../impersonation/api.ts';
import { clearSecondStep, voidChallenges } from '../second-step/api.ts';
import { forgetDevices } from '../sessions/api.ts';
import { refusal, refuseStale, rowAfter } from './guard.ts';
import { staffById, type StaffSubject } from './subject.ts';

const input = z.strictObject({ id: z.string().check(z.uuid()), password: z.string() });
const access = { action: 'staff.secure', subject: staffById } as const;

/** Checks the caller's own password again: a browser that was left open must not give access to other accounts. */
async function ownPasswordAgain({
  input: { password },
  actor,
  services,
}: Asked<{ password: string }, StaffSubject>): Promise<true> {
  if ((await checkPassword(services, callerId(actor), password)) !== null) return true;
  throw new AppError('invalid', { fields: [{ field: 'password', message: 'field.password.currentWrong' }] });
}

/**
 * Signs a staff member out on all devices, and notifies them.
 * @throws AppError `invalid` at `password`; `conflict` with the current row; `rate-limited`
 */
export const endStaffSessions = operation({
  name: 'endStaffSessions',
  kind: 'write',
  input,
  access,
  confirm: ownPasswordAgain,
  async run(work) {
    const { subject, tx, emit } = work;
    await refuseStale({ ...work, input: {} }, 'active', 'suspended');
    await signOutStaff(work, subject.ownerId);
    await voidChallenges(tx, subject.ownerId);
    emit('staff.signed-out', { user_id: subject.ownerId });
    return rowAfter(work);
  },
});

/**
 * Removes the second step of a staff member who lost it: numbers, app and recovery codes, sessions and remembered devices. The
 * person is notified, and has to set up a new one before anything else (D-12).
 * @throws AppError `invalid` at `password`; `conflict` with the current row, also when there is no second step; `rate-limited`
 */
export const removeStaffSecondStep = operation({
  name: 'removeStaffSecondStep',
  kind: 'write',
  input,
  access,
  confirm: ownPasswordAgain,
  async run(work) {
    const { subject, tx, now, services, emit } = work;
    await refuseStale({ ...work, input: {} }, 'active', 'suspended');
    if (!subject.second_step_on) throw await refusal(work, 'error.user.noSecondStep');
    const { ownerId } = subject;
    await clearSecondStep(tx, now, ownerId);
    await signOutStaff(work, ownerId);
    await forgetDevices(tx, ownerId);
    await forgetAttempts(tx, services.secrets, ['second-step:account', ownerId]);
    emit('account.second-step-reset', { user_id: ownerId });
    return rowAfter(work);
  },
});
