import * as z from 'zod/mini';
import { AppError } from '../../../../domain/errors.ts';
import { normaliseEmail } from '../../../../domain/fields.ts';
import { emailErrors } from '../../../../domain/inputs/account-fields.ts';
import { forgetAttempts } from '../../../pipeline/limits/limit.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { clearSecondStep, voidChallenges } from '../../second-step/api.ts';
import { endAllSessions, forgetDevices } from '../../sessions/api.ts';
import { issueToken, voidTokens } from '../api.ts';
import * as store from '../credentials.ts';
import { reason, refuseNames } from './operator-reason.ts';

const email = z.pipe(z.string(), z.transform(normaliseEmail));

/**
 * Loads the account of an address, locked. @throws AppError `not-found`; `invalid` at `reason` for a reason that names the person
 */
async function findNamed(tx: Tx, address: string, why: string) {
  const person = await tx
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'status', 'second_step_on'])
    .where('email', '=', address)
    .forUpdate()
    .executeTakeFirst();
  if (!person) throw new AppError('not-found');
  refuseNames(why, person);
  return person;
}

/**
 * Removes the second step of a person who lost telephone and recovery codes: numbers, app, codes, sessions and remembered
 * devices. Notifies the person and the administrators. Only for the operator's command; no API call reaches it.
 * @throws AppError `not-found`; `conflict` while the second step is off; `invalid` at `reason`
 */
export const resetSecondStep = operation({
  name: 'resetSecondStep',
  kind: 'write',
  input: z.strictObject({ email, reason }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, services, now, auditDetails, emit }) {
    const person = await findNamed(tx, input.email, input.reason);
    if (!person.second_step_on) throw new AppError('conflict');
    await clearSecondStep(tx, now, person.id);
    await endAllSessions(tx, person.id);
    await forgetDevices(tx, person.id);
    await forgetAttempts(tx, services.secrets, ['second-step:account', person.id]);
    auditDetails({ reason: input.reason }, person.id);
    emit('account.second-step-reset', { user_id: person.id });
    return true;
  },
});

/**
 * Mails a link to a new address, which replaces the old one when the link is opened. For a person who lost the mailbox: sessions
 * end, and links that were mailed before are void. Only for the operator's command; no API call reaches it.
 * @throws AppError `not-found`, also for an account that is not active; `existingUser`; `invalid` at `email` and `reason`
 */
export const changeEmail = operation({
  name: 'changeEmail',
  kind: 'write',
  input: z.strictObject({ email, new_email: email, reason }),
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, now, auditDetails, emit }) {
    const { new_email } = input;
    const fields = emailErrors(new_email);
    if (fields.length > 0) throw new AppError('invalid', { fields });
    const person = await findNamed(tx, input.email, input.reason);
    if (person.status !== 'active') throw new AppError('not-found');
    if (await store.findCredentials(tx, new_email, { legacy: 'always' })) throw new AppError('existingUser');
    await endAllSessions(tx, person.id);
    await voidChallenges(tx, person.id);
    await voidTokens(tx, now, 'reset-password', person.id);
    const token = await issueToken(tx, now, 'verify-email', person.id, new_email);
    auditDetails({ reason: input.reason }, person.id);
    emit('account.email-change-wanted', { user_id: person.id, token_id: token });
    return true;
  },
});
