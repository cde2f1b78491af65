import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import { recording } from '../../../../pipeline/audit/audit.ts';
import { callerId } from '../../../../pipeline/subjects.ts';
import type { Work } from '../../../../pipeline/work.ts';
import { endVisitsWithoutAccess } from '../../../impersonation/api.ts';
import type { NamedHouse, NewHouse } from './move-store.ts';
import type { ActionSubject } from '../subject.ts';

type Moving = Work<unknown, { customers: ActionSubject[]; known: NamedHouse[] }>;

type Move = {
  template: 'customerMoved' | 'customerMoveUndone';
  moveId: string;
  moved: readonly NewHouse[];
};

const actions = { customerMoved: 'moveCustomers', customerMoveUndone: 'undoCustomerMove' } as const;

/**
 * Ends the visits of staff who no longer have access to the accounts, announces the move to clinical systems, and records it for each
 * customer: in the activities with the names of both houses, in the customer's own audit chain with their ids.
 */
export async function afterMove(work: Moving, { template, moveId, moved }: Move): Promise<void> {
  const { subject, actor, tx, now, services, emit, auditDetails } = work;
  const staffId = callerId(actor);
  const houseOf = (id: string | null) => subject.known.find((house) => house.id === id);
  const changed = moved.flatMap(({ userId, houseId }) => {
    const customer = subject.customers.find(({ ownerId }) => ownerId === userId);
    return customer ? [{ customer, from: houseOf(customer.provider_id), to: houseOf(houseId) }] : [];
  });
  await endVisitsWithoutAccess(
    work,
    changed.map(({ customer, to }) => ({ ...customer, providerPath: to?.path ?? [] })),
  );
  for (const { customer, from } of changed)
    emit('customer.rehoused', { user_id: customer.ownerId, from: from?.path ?? [] });
  const isOne = changed.length === 1;
  for (const { customer, from, to } of changed) {
    const userId = customer.ownerId;
    const facts = { from: from?.name ?? '', to: to?.name ?? '' };
    await recordActivity(tx, { template, userId, actorId: staffId, at: now }, facts);
    const details = { move: moveId, from: from?.id ?? null, to: to?.id ?? null };
    if (isOne) auditDetails(details, userId);
    else
      await recording(
        services.secrets,
        { actor, at: now, details, chain: userId, action: actions[template], subjectId: userId },
        { events: [] },
      ).execute(tx);
  }
  if (!isOne) auditDetails({ move: moveId, customers: changed.length });
}
