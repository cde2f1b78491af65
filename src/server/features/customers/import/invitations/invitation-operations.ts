import * as z from 'zod/mini';
import type { ImportSubject, CustomerImport } from '../store.ts';
import * as store from '../store.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { Events } from '../../../../../domain/events.ts';
import { operation } from '../../../../pipeline/operation.ts';
import { callerId, nothing } from '../../../../pipeline/subjects.ts';
import { recordActivity } from '../../../../pipeline/audit/activities.ts';
import type { Context, Tx } from '../../../../pipeline/context.ts';
import type { Loading } from '../../../../pipeline/work.ts';
import { removeAccount } from '../../../privacy/api.ts';
import { holdsAnything } from '../../actions/store.ts';

const id = z.strictObject({ id: z.string().check(z.uuid()) });

const importSubject = ({ id: importId }: { id: string }, { tx, lock }: Pick<Loading, 'tx' | 'lock'>) =>
  store.findImportSubject({ id: importId }, { tx, lock });

/** Refuses an import whose invitations are no longer waiting. @throws AppError `invalid` at `form` */
function requireWaiting({ row }: ImportSubject): void {
  if (row.invitations === 'waiting') return;
  const message =
    row.invitations === 'taken back' ? 'error.import.takenBack' : 'error.import.invitationsLeft';
  throw new AppError('invalid', { fields: [{ field: 'form', message }] });
}

/** Sends the waiting invitations of an import immediately. @throws AppError `invalid` when they are not waiting */
export const sendCustomerImportInvitations = operation({
  name: 'sendCustomerImportInvitations',
  kind: 'write',
  input: id,
  access: { action: 'customers.add', subject: importSubject },
  async run({ subject, tx, now, emit, auditDetails }): Promise<CustomerImport> {
    requireWaiting(subject);
    const importId = subject.row.id;
    await tx
      .updateTable('customer_imports')
      .set({ invitations_due_at: now })
      .where('id', '=', importId)
      .execute();
    emit('customer-import.invitations-due', { import_id: importId });
    auditDetails({ import_id: importId });
    return store.getImport(tx, importId);
  },
});

/**
 * Takes back an import whose invitations are not sent yet: none of them is sent, and a job removes the customers it added.
 * Customers who already have a plan or files stay, and so do changes of existing customers.
 * @throws AppError `invalid` when the invitations were sent
 */
export const takeBackCustomerImport = operation({
  name: 'takeBackCustomerImport',
  kind: 'write',
  input: id,
  access: { action: 'customers.add', subject: importSubject },
  async run({ subject, actor, tx, now, emit, auditDetails }): Promise<CustomerImport> {
    if (subject.row.invitations === 'taken back') return subject.row;
    requireWaiting(subject);
    const importId = subject.row.id;
    const staffId = callerId(actor);
    await tx
      .updateTable('customer_imports')
      .set({ invitations: 'taken back' })
      .where('id', '=', importId)
      .execute();
    await recordActivity(tx, { template: 'removed', userId: staffId, actorId: staffId, at: now }, {});
    emit('customer-import.taken-back', { import_id: importId });
    auditDetails({ import_id: importId });
    return store.getImport(tx, importId);
  },
});

/** Number of customers in one transaction. */
const batch = { release: 500, remove: 20 } as const;

const lockImport = (tx: Tx, importId: string) =>
  tx
    .selectFrom('customer_imports')
    .select(['id', 'provider_id', 'invitations', 'taken_back'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();

const takeAdditions = async (tx: Tx, importId: string, limit: number): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('customer_import_additions')
    .where('import_id', '=', importId)
    .where('user_id', 'in', (some) =>
      some
        .selectFrom('customer_import_additions')
        .select('user_id')
        .where('import_id', '=', importId)
        .orderBy('user_id')
        .limit(limit),
    )
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};

/**
 * Releases some invitations of an import. Returns whether more are waiting. Skips invitations that were sent again by hand
 * meanwhile.
 */
export const releaseImportInvitations = operation({
  name: 'releaseImportInvitations',
  kind: 'write',
  input: id,
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, emit, auditDetails }): Promise<boolean> {
    const row = await lockImport(tx, input.id);
    if (row?.invitations !== 'waiting') return false;
    const ids = await takeAdditions(tx, row.id, batch.release);
    if (ids.length > 0) {
      const invited = await tx
        .selectFrom('users')
        .select(['id', 'invitation_id'])
        .where('id', 'in', ids)
        .where('reminded_at', 'is', null)
        .execute();
      for (const { id: user_id, invitation_id } of invited)
        if (invitation_id !== null) emit('customer.imported', { user_id, invitation_id });
    }
    const isMore = ids.length === batch.release;
    if (!isMore)
      await tx
        .updateTable('customer_imports')
        .set({ invitations: 'sent' })
        .where('id', '=', row.id)
        .execute();
    auditDetails({ import_id: row.id, released: ids.length });
    return isMore;
  },
});

/** Removes some customers of an import that was taken back. Returns whether more are left. */
export const removeImportedCustomers = operation({
  name: 'removeImportedCustomers',
  kind: 'write',
  input: id,
  access: { action: 'account.carryOut', subject: nothing },
  async run({ input, tx, emit, auditDetails }): Promise<boolean> {
    const row = await lockImport(tx, input.id);
    if (row?.invitations !== 'taken back') return false;
    const ids = await takeAdditions(tx, row.id, batch.remove);
    let removed = 0;
    for (const userId of ids) {
      const outcome = await removeAdded(tx, userId, row.provider_id);
      if (outcome === 'removed') removed += 1;
      else if (outcome !== 'kept') emit('customer.imported', outcome);
    }
    await tx
      .updateTable('customer_imports')
      .set({ taken_back: row.taken_back + removed })
      .where('id', '=', row.id)
      .execute();
    auditDetails({ import_id: row.id, removed });
    return ids.length === batch.remove;
  },
});

/**
 * Removes a customer whom an import added. A customer who was moved to another house meanwhile belongs to that house: the
 * invitation is sent instead (D-63).
 */
async function removeAdded(
  tx: Tx,
  userId: string,
  importedInto: string | null,
): Promise<'removed' | 'kept' | Events['customer.imported']> {
  const customer = await tx
    .selectFrom('users')
    .select([
      'email',
      'email_verified_at',
      'email_designated_at',
      'reminded_at',
      'provider_id',
      'invitation_id',
    ])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  // The account is already announced to a person, or in use.
  if (!customer || customer.email_verified_at || customer.email_designated_at || customer.reminded_at)
    return 'kept';
  const { email, provider_id, invitation_id } = customer;
  if (provider_id !== importedInto)
    return invitation_id === null ? 'kept' : { user_id: userId, invitation_id };
  if (await holdsAnything(tx, userId)) return 'kept';
  await removeAccount(tx, { userId, email });
  return 'removed';
}

/** Releases all waiting invitations of an import. @throws Error before they are due, so that the job is retried */
export async function releaseInvitations(context: Context, importId: string): Promise<void> {
  const { db, clock, eventsWaiting } = context.services;
  const row = await db
    .selectFrom('customer_imports')
    .select(['invitations', 'invitations_due_at'])
    .where('id', '=', importId)
    .executeTakeFirst();
  if (row?.invitations !== 'waiting') return;
  if (row.invitations_due_at && row.invitations_due_at > clock()) throw new Error('Not due');
  while (await releaseImportInvitations.call(context, { id: importId })) eventsWaiting();
  eventsWaiting();
}

/** Removes all customers of an import that was taken back. */
export async function removeImported(context: Context, importId: string): Promise<void> {
  while (await removeImportedCustomers.call(context, { id: importId })) context.services.eventsWaiting();
  context.services.eventsWaiting();
}
