import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import { formInput } from '../../../domain/inputs/form.ts';
import { passwordAgainForm } from '../../../domain/inputs/sign-in/second-step.ts';
import { passwordAgain } from '../../pipeline/passwords/confirm.ts';
import { mailedChange } from '../../pipeline/limits/limit.ts';
import { operation } from '../../pipeline/operation.ts';
import { access, lockFacts, ownSecondStep, refuseForStaff, turnOff } from './confirmation.ts';
import { makeRecoveryCodes } from './store.ts';

export const secondStep = operation({
  name: 'secondStep',
  kind: 'read',
  input: z.strictObject({}),
  access,
  run: ownSecondStep,
});

/**
 * Replaces the recovery codes by ten new ones; the old ones stop working. They are shown only now.
 * @throws AppError `invalid` at `password`; `conflict` while the second step is off
 */
export const newRecoveryCodes = operation({
  name: 'newRecoveryCodes',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access,
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run(work): Promise<string[]> {
    const { subject, confirmed, tx, services, now, emit } = work;
    const { on } = await lockFacts(work, confirmed);
    // Codes belong to the second step: while it is off they would be useless.
    if (!on) throw new AppError('conflict');
    emit('account.recovery-new', { user_id: subject.ownerId });
    return makeRecoveryCodes(tx, services.secrets, now, subject.ownerId);
  },
});

/**
 * Turns the second step off and deletes numbers, app and recovery codes.
 * @throws AppError `invalid` at `password`; `forbidden` for staff in production (D-12)
 */
export const turnOffSecondStep = operation({
  name: 'turnOffSecondStep',
  kind: 'write',
  input: formInput(passwordAgainForm),
  access,
  confirm: passwordAgain('password'),
  prepare: { run: ({ subject, consume }) => consume(mailedChange(subject.ownerId)) },
  async run(work) {
    refuseForStaff(work);
    const { on } = await lockFacts(work, work.confirmed);
    if (on) await turnOff(work);
    return ownSecondStep(work);
  },
});
