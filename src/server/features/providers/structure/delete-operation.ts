import { sql } from 'kysely';
import * as z from 'zod/mini';
import { can } from '../../../../domain/access/access.ts';
import type { Actor } from '../../../../domain/access/actors.ts';
import { AppError, refuseInvalid, type FieldError } from '../../../../domain/errors.ts';
import { peopleInOneCall } from '../../../../domain/providers/structure.ts';
import { customerRole } from '../../../db/customer-role.ts';
import type { Secrets } from '../../../db/sealing/secrets.ts';
import { recording, type AuditEntry } from '../../../pipeline/audit/audit.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { leavePaymentCompany } from '../../billing/api.ts';
import { findStructureSubject, findTarget, refuseStale, type StructureSubject } from './subject.ts';

const id = z.string().check(z.uuid());

/** Result of a call: `deleted`, or the number of people that are `left` to be moved by the next calls. */
export type Deletion = { id: string; deleted: boolean; moved: number; left: number };

const refused = (message: FieldError['message'], params?: FieldError['params']) =>
  new AppError('conflict', { fields: [{ field: 'form', message, ...(params && { params }) }] });

/**
 * Deletes a provider with nothing linked to it (PROV-37, API-41). With `move_to`, moves its customers and staff there first, five
 * hundred in a call, each with a row in their own audit chain: while some are left, the provider stays and the same call has to
 * be repeated. Sub-providers have to be moved or deleted before.
 * @throws AppError `conflict` with the reason, and with `details.version` when it was changed meanwhile; `invalid` at `move_to`
 */
export const deleteProvider = operation({
  name: 'deleteProvider',
  kind: 'write',
  input: z.strictObject({
    provider_id: id,
    version: z.optional(z.nullable(z.int())),
    move_to: z.optional(z.nullable(id)),
  }),
  access: {
    action: 'provider.manage',
    subject: (input, loading) => findStructureSubject(input.provider_id, loading),
  },
  async run({ input, subject, actor, tx, now, services, emit, auditDetails }): Promise<Deletion> {
    refuseStale(subject, input.version);
    const { providerId } = subject;
    await refuseInUse(tx, providerId);
    const target = input.move_to ?? null;
    let moved = 0;
    if (target !== null) {
      await refuseTarget({ tx, actor, subject, target });
      const people = await movePeople(tx, providerId, target, now);
      moved = people.length;
      for (const user_id of people) emit('customer.rehoused', { user_id, from: subject.providerPath });
      const details = { provider_id: providerId, move_to: target };
      await recordMoved(tx, services.secrets, people, { actor, at: now, details });
    }
    const left = (await countPeople(tx, providerId)) || (await countPeopleHeld(tx, providerId));
    if (left > 0 && target === null) throw refused('error.provider.deleteInUse');
    if (left === 0) await removeProvider(tx, providerId, target);
    auditDetails({ provider_id: providerId, move_to: target, moved, deleted: left === 0 });
    return { id: providerId, deleted: left === 0, moved, left };
  },
});

/** @throws AppError `conflict` while the provider has linked data that no other provider can take over */
async function refuseInUse(tx: Tx, providerId: string): Promise<void> {
  const { subs } = await tx
    .selectFrom('providers')
    .select(sql<number>`count(*)::int - 1`.as('subs'))
    .where(sql<boolean>`path @> array[${providerId}::uuid]`)
    .executeTakeFirstOrThrow();
  if (subs > 0) throw refused('error.provider.hasSubs', { count: subs });
  const running = await tx
    .selectFrom('customer_imports')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running) throw refused('error.provider.importRuns');
}

type Taking = { tx: Tx; actor: Actor; subject: StructureSubject; target: string };

/**
 * Refuses a target that cannot take the people, or to which the caller is not allowed to add any. @throws AppError `invalid` at
 * `move_to`
 */
async function refuseTarget({ tx, actor, subject, target }: Taking): Promise<void> {
  const found = target === subject.providerId ? null : await findTarget(tx, target);
  const place = found && ({ kind: 'provider', providerId: target, providerPath: found.path } as const);
  const mayBring = (['customers.add', 'staff.add'] as const).every(
    (action) => can(actor, action, place) === 'allow',
  );
  if (!found || !mayBring) refuseInvalid([{ field: 'move_to', message: 'error.provider.parentGone' }]);
  if (found?.archived) refuseInvalid([{ field: 'move_to', message: 'error.provider.parentArchived' }]);
  const { taken } = await tx
    .selectFrom('users')
    .innerJoin('users as there', 'there.customer_id', 'users.customer_id')
    .select(sql<number>`count(*)::int`.as('taken'))
    .where('users.provider_id', '=', subject.providerId)
    .where('there.provider_id', '=', target)
    .executeTakeFirstOrThrow();
  if (taken > 0) throw idsTaken(taken);
}

const idsTaken = (count: number, cause?: unknown) =>
  new AppError('invalid', {
    fields: [{ field: 'move_to', message: 'error.provider.idsTaken', params: { count } }],
    cause,
  });

const sameId = 'users_provider_id_customer_id_key';

/** Moves some of the people of a provider to another one, as many as one call can. Returns their ids. */
async function movePeople(tx: Tx, from: string, to: string, now: Date): Promise<string[]> {
  const moved = await tx
    .updateTable('users')
    // A room belongs to its house (N-09).
    .set({ provider_id: to, room: null, updated_at: now })
    .where('id', 'in', (users) =>
      users
        .selectFrom('users as held')
        .select('held.id')
        .where('held.provider_id', '=', from)
        .where(isHeld('held'))
        .orderBy('held.id')
        .limit(peopleInOneCall)
        .forUpdate(),
    )
    .returning('id')
    .execute()
    .catch((error: unknown) => {
      // Another call set the same number for a customer there at the same moment.
      const isTaken = error instanceof Error && 'constraint' in error && error.constraint === sameId;
      throw isTaken ? idsTaken(1, error) : error;
    });
  return moved.map(({ id: userId }) => userId);
}

/** Records the move in the audit chain of each of these people, with the staff who can see them from then on. */
async function recordMoved(
  tx: Tx,
  secrets: Secrets,
  people: readonly string[],
  entry: Pick<AuditEntry, 'actor' | 'at' | 'details'>,
): Promise<void> {
  // In a fixed order, so that two simultaneous calls wait for each other instead of deadlocking. The queries are sent together.
  const rows = people
    .toSorted()
    .map((userId) =>
      recording(
        secrets,
        { ...entry, chain: userId, action: 'deleteProvider', subjectId: userId },
        { events: [] },
      ).execute(tx),
    );
  await Promise.all(rows);
}

/** Returns the condition that leaves out removed staff, who only exist as names in the records. */
const isHeld = (users: string) => sql<boolean>`not (
  ${sql.ref(`${users}.permission_role_id`)} <> ${customerRole} and ${sql.ref(`${users}.status`)} = 'archived')`;

async function countPeople(tx: Tx, providerId: string): Promise<number> {
  const { people } = await tx
    .selectFrom('users')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('provider_id', '=', providerId)
    .where(isHeld('users'))
    .executeTakeFirstOrThrow();
  return people;
}

/**
 * Counts the people of a provider after all current additions are committed; the lock prevents further ones until the end of the
 * transaction.
 */
async function countPeopleHeld(tx: Tx, providerId: string): Promise<number> {
  await tx.selectFrom('providers').select('id').where('id', '=', providerId).forUpdate().execute();
  return countPeople(tx, providerId);
}

/**
 * Deletes a provider without people. Imports of lists move to the target provider; transactions and the names of removed staff
 * stay, without a provider.
 */
async function removeProvider(tx: Tx, providerId: string, target: string | null): Promise<void> {
  await tx.updateTable('users').set({ provider_id: null }).where('provider_id', '=', providerId).execute();
  await tx
    .updateTable('customer_imports')
    .set({ provider_id: target })
    .where('provider_id', '=', providerId)
    .execute();
  await tx
    .updateTable('transactions')
    .set({ provider_id: null })
    .where('provider_id', '=', providerId)
    .execute();
  await leavePaymentCompany(tx, providerId, 'providers');
  await tx.deleteFrom('providers').where('id', '=', providerId).execute();
}
