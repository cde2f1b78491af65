import * as z from 'zod/mini';
import type { ActivityTemplate } from '../../../../domain/activities.ts';
import { statusAfterSuspension, type AccountStatus } from '../../../../domain/customers/status.ts';
import { refuseInvalid } from '../../../../domain/errors.ts';
import { customerIdForm } from '../../../../domain/inputs/customers/customer-id.ts';
import { formInput } from '../../../../domain/inputs/form.ts';
import type { CustomerRow } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import { recordActivity } from '../../../pipeline/audit/activities.ts';
import { operation } from '../../../pipeline/operation.ts';
import { idempotencyKey } from '../../../pipeline/repeated-calls/idempotency.ts';
import { callerId } from '../../../pipeline/subjects.ts';
import type { Loading, Work } from '../../../pipeline/work.ts';
import { signOutEverywhere } from '../../impersonation/api.ts';
import { refuseUnoffered, rowAfter } from './guard.ts';
import { sendHeldInvitation } from './inviting/held-invitations.ts';
import * as store from './store.ts';
import { findActionSubject, type ActionSubject } from './subject.ts';

const id = z.string().check(z.uuid());
/** The status that the caller saw. */
const seen = z.optional(z.nullable(z.string()));

const byId = (input: { id: string }, loading: Loading) => findActionSubject(input.id, loading);
const byUserId = (input: { user_id: string }, loading: Loading) => findActionSubject(input.user_id, loading);

type Changing = Pick<Work<unknown, ActionSubject>, 'subject' | 'actor' | 'tx' | 'now' | 'auditDetails'>;

/** Changes the status of a customer, and records the caller. */
async function changeStatus(
  { subject, actor, tx, now, auditDetails }: Changing,
  status: AccountStatus,
  template: Extract<ActivityTemplate, 'suspended' | 'reactivated' | 'archived'>,
): Promise<void> {
  await store.setStatus(tx, subject, status, now);
  await recordActivity(tx, { template, userId: subject.ownerId, actorId: callerId(actor), at: now }, {});
  auditDetails({ was: subject.status, status });
}

const hasAccepted = ({ invitation_id, invite_date, invite_accepted_date }: ActionSubject) =>
  invite_accepted_date !== null || (invitation_id === null && invite_date === null);

/**
 * Suspends a customer and ends at once the sessions of the customer and of staff in the account; or ends the suspension, after
 * which an invitation that was not accepted is pending again (CACT-03, CACT-14, API-17).
 * @throws AppError `conflict` with the current row, when another change was faster or the action is not available
 */
export const updateUserStatus = operation({
  name: 'updateUserStatus',
  kind: 'write',
  input: z.strictObject({ id, status: z.enum(['suspended', 'active']), seen }),
  access: { action: 'customer.change', subject: byId },
  async run(work) {
    const { input, subject, emit } = work;
    if (input.status === 'suspended') {
      await refuseUnoffered(work, 'suspend');
      await changeStatus(work, 'suspended', 'suspended');
      await signOutEverywhere(work, subject.ownerId);
      emit('customer.suspended', { user_id: subject.ownerId });
    } else {
      await refuseUnoffered(work, 'unsuspend');
      const status = statusAfterSuspension({ hasAccepted: hasAccepted(subject) });
      await changeStatus(work, status, 'reactivated');
      await sendHeldInvitation(work, status);
      emit('customer.reactivated', { user_id: subject.ownerId });
    }
    return rowAfter(work);
  },
});

/** Archives a customer, ends the sessions in the account, and notifies the person. */
export async function archiveRecord(
  work: Changing & Pick<Work<unknown, ActionSubject>, 'emit'>,
): Promise<void> {
  await changeStatus(work, 'archived', 'archived');
  await signOutEverywhere(work, work.subject.ownerId);
  work.emit('customer.archived', { user_id: work.subject.ownerId });
}

/**
 * Archives a customer: removed from the list and signed out, with all data kept (CACT-04, GAP-81, API-15).
 * @throws AppError `conflict` with the current row
 */
export const archiveCustomer = operation({
  name: 'archiveCustomer',
  kind: 'write',
  input: z.strictObject({ user_id: id, seen, idempotency_key: idempotencyKey }),
  access: { action: 'customer.archive', subject: byUserId },
  async run(work) {
    await refuseUnoffered(work, 'archive');
    await archiveRecord(work);
    return rowAfter(work);
  },
});

/** Restores an archived customer with the status from before archiving. */
export async function restoreArchived(
  work: Changing & Parameters<typeof sendHeldInvitation>[0],
): Promise<CustomerRow> {
  const { subject, emit } = work;
  const status = subject.archived_from ?? statusAfterSuspension({ hasAccepted: hasAccepted(subject) });
  await changeStatus(work, status, 'reactivated');
  await sendHeldInvitation(work, status);
  if (status !== 'suspended') emit('customer.reactivated', { user_id: subject.ownerId });
  emit('customer.unarchived', { user_id: subject.ownerId });
  return rowAfter(work);
}

/**
 * Restores an archived customer to the list, with the status from before archiving (CACT-04).
 * @throws AppError `conflict` with the current row
 */
export const unarchiveCustomer = operation({
  name: 'unarchiveCustomer',
  kind: 'write',
  input: z.strictObject({ user_id: id, seen }),
  access: { action: 'customer.archive', subject: byUserId },
  async run(work) {
    await refuseUnoffered(work, 'unarchive');
    return restoreArchived(work);
  },
});

/**
 * Sets the provider's own number for a customer, and the room if the input has one; an empty value removes it (CACT-41, GAP-84,
 * API-55, N-09).
 * @throws AppError `invalid` at `customer_id`, also for a number that another customer of the provider has; at `room`
 */
export const updateCustomerId = operation({
  name: 'updateCustomerId',
  kind: 'write',
  input: formInput(customerIdForm, { id, seen }),
  access: { action: 'customer.change', subject: byId },
  async run(work) {
    const { input, subject, tx, now, auditDetails } = work;
    await refuseUnoffered(work, 'editId');
    const customerId = input.customer_id === '' ? null : input.customer_id;
    const room = input.room === undefined ? subject.room : input.room || null;
    if (customerId !== null && (await store.isIdTaken(tx, subject, customerId)))
      refuseInvalid([{ field: 'customer_id', message: 'error.customer.idTaken' }]);
    try {
      await store.setCustomerId(tx, subject.ownerId, { customer_id: customerId, room }, now);
    } catch (error) {
      throw store.takenIdIn(error) ?? error;
    }
    auditDetails({
      changed: customerId !== subject.customer_id,
      ...(room !== subject.room && { room_changed: true }),
    });
    return rowAfter(work);
  },
});
