import * as z from 'zod/mini';
import {
  designateMessage,
  type DesignateError,
} from '../../../../../domain/customers/actions/designate-errors.ts';
import { isPlaceholderEmail } from '../../../../../domain/customers/placeholder-email.ts';
import { AppError } from '../../../../../domain/errors.ts';
import { designateEmailRequest } from '../../../../../domain/inputs/customers/designate-email.ts';
import { formInput } from '../../../../../domain/inputs/form.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Loading, Work } from '../../../../pipeline/work.ts';
import { signOutEverywhere } from '../../../impersonation/api.ts';
import { sealReceiver } from '../../../privacy/api.ts';
import { duplicateIn } from '../../../profile/api.ts';
import { clearSecondStep } from '../../../second-step/api.ts';
import { forgetDevices } from '../../../sessions/api.ts';
import { voidTokens } from '../../../sign-in/api.ts';
import { refuseUnoffered, rowAfter } from '../guard.ts';
import { invitingTries } from './invitation-operations.ts';
import * as store from '../store.ts';
import { findActionSubject, type ActionSubject } from '../subject.ts';

const id = z.string().check(z.uuid());
const byUserId = ({ userId }: { userId: string }, loading: Loading) => findActionSubject(userId, loading);

/** Loads the trusted contacts of a customer whose address staff are allowed to set (API-18). */
export const customerContacts = operation({
  name: 'customerContacts',
  kind: 'read',
  input: z.strictObject({ userId: id }),
  access: { action: 'customer.change', subject: byUserId },
  run: async ({ subject, tx }) => ({ result: await store.findContactAddresses(tx, subject.ownerId) }),
});

const refused = (code: DesignateError, field: 'email' | 'contact' = 'email') =>
  new AppError(code === 'email_in_use' ? 'existingUser' : 'invalid', {
    fields: [{ field, message: designateMessage(code) }],
    details: { code },
  });

type Designating = Work<{ email: string; emailOf: 'mySelf' | 'trustedContact' }, ActionSubject>;

/** @throws AppError with a code of the table of GAP-80 in `details.code` */
async function refuseUnfit({ input, subject, tx }: Pick<Designating, 'input' | 'subject' | 'tx'>) {
  const { email, emailOf } = input;
  if (emailOf === 'trustedContact') {
    const contacts = await store.findContactAddresses(tx, subject.ownerId);
    if (!contacts.some((contact) => contact.email === email)) throw refused('contact_not_found', 'contact');
  }
  if (isPlaceholderEmail(email)) throw refused('invalid_email');
  if (email === subject.email) throw refused('same_as_current');
  if (await store.isAddressKnown(tx, email, subject.ownerId)) throw refused('email_in_use');
}

/**
 * Sets the address of a customer's account, either their own or a trusted contact's, and sends the invitation there (CACT-08,
 * CACT-09, GAP-79, API-19). Until the invitation is accepted, sign-in is not possible: everything that opened the account before
 * is invalid, and the previous address is notified.
 * @throws AppError `conflict` with the current row; `invalid` and `existingUser` with a code of GAP-80 in `details.code`;
 * `rate-limited`
 */
export const designateEmail = operation({
  name: 'designateEmail',
  kind: 'write',
  input: formInput(designateEmailRequest, { userId: id, seen: z.optional(z.nullable(z.string())) }),
  access: { action: 'customer.change', subject: byUserId },
  limit: async ({ input, actor }) => [
    ...invitingTries(callerId(actor), input.email),
    { counted: ['customer-known:account', callerId(actor)], counts: ['existingUser'] },
  ],
  async run(work) {
    const { input, subject, actor, tx, now, services, emit, auditDetails } = work;
    await refuseUnoffered(work, 'designateEmail', 'editEmail');
    await refuseUnfit(work);
    const { ownerId: userId, email: before } = subject;
    const receiver = sealReceiver(services, { ...subject, userId });
    const invitation_id = await store
      .setDesignatedEmail(tx, userId, input.email, now)
      .catch((error: unknown) => {
        throw duplicateIn(error) ? refused('email_in_use') : error;
      });
    await signOutEverywhere(work, userId);
    await clearSecondStep(tx, now, userId);
    await forgetDevices(tx, userId);
    await voidTokens(tx, now, 'reset-password', userId);
    await voidTokens(tx, now, 'verify-email', userId);
    await recordActivity(tx, { template: 'emailDesignated', userId, actorId: callerId(actor), at: now }, {});
    const kind = input.emailOf === 'trustedContact' ? 'designated' : 'invited';
    emit('customer.invited', { user_id: userId, invitation_id, kind });
    if (!isPlaceholderEmail(before)) {
      if (subject.status === 'invited')
        emit('customer.invitation-cancelled', {
          ...{ user_id: userId, receiver, provider_id: subject.provider_id, kept: true },
        });
      else emit('customer.email-moved', { user_id: userId, receiver });
    }
    auditDetails({ email_of: input.emailOf, was: subject.status });
    return { returning: { success: true }, customer: await rowAfter(work) };
  },
});
