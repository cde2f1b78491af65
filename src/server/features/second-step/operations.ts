import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { operation } from '../../pipeline/operation.ts';
import { withPassword } from '../../pipeline/password-again.ts';
import { access, isRequired, lockFacts, refuseForStaff, turnOff } from './own.ts';
import * as store from './store.ts';

export const secondStep = operation({
  name: 'secondStep',
  kind: 'read',
  input: z.strictObject({}),
  access,
  async run(work): Promise<store.SecondStep> {
    const { subject, tx, services } = work;
    return store.findSecondStep(tx, services, subject?.ownerId ?? '', isRequired(work));
  },
});

const renewCodes = operation({
  name: 'newRecoveryCodes',
  kind: 'write',
  input: z.strictObject({}),
  access,
  async run({ subject, tx, services, now, emit }): Promise<string[]> {
    const userId = subject?.ownerId ?? '';
    const { on } = await lockFacts(tx, userId);
    // Codes come with the second step: before it is on they would open nothing.
    if (!on) throw new AppError('conflict');
    emit('account.recovery-new', { user_id: userId });
    return store.makeRecoveryCodes(tx, services.secrets, now, userId);
  },
});

/**
 * Makes ten recovery codes in place of the old ones, which stop working. They are told this once.
 * @throws AppError `invalid` at `password`; `conflict` while the second step is off
 */
export const newRecoveryCodes = withPassword(renewCodes);

const switchOff = operation({
  name: 'turnOffSecondStep',
  kind: 'write',
  input: z.strictObject({}),
  access,
  async run(work): Promise<store.SecondStep> {
    const { subject, tx, services } = work;
    const userId = subject?.ownerId ?? '';
    refuseForStaff(work);
    const { on } = await lockFacts(tx, userId);
    if (on) await turnOff(work);
    return store.findSecondStep(tx, services, userId, isRequired(work));
  },
});

/**
 * Turns the second step off and forgets numbers, app and recovery codes.
 * @throws AppError `invalid` at `password`; `forbidden` for staff in production (D-12)
 */
export const turnOffSecondStep = withPassword(switchOff);
