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
import { findStructureSubject, findTarget, refuseStale, type StructureSubject } from './subject.ts';

const id = z.string().check(z.uuid());

/** What came of a call: `deleted`, or how many people are `left` to be moved by the calls that follow. */
export type Deletion = { id: string; deleted: boolean; moved: number; left: number };

const refused = (message: FieldError['message'], params?: FieldError['params']) =>
  new AppError('conflict', { fields: [{ field: 'form', message, ...(params && { params }) }] });

/**
 * Deletes a provider that nothing hangs on (PROV-37, API-41). With `move_to` its customers and staff go there first, five hundred in a
 * call, each with a row in their own audit chain: while some are left, the provider stays and the same call is made again.
 * Sub-providers are moved or deleted before.
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
  async run({ input, subject, actor, tx, now, services, auditDetails }): Promise<Deletion> {
    refuseStale(subject, input.version);
    const { providerId } = subject;
    await refuseInUse(tx, providerId);
    const target = input.move_to ?? null;
    let moved = 0;
    if (target !== null) {
      await refuseTarget({ tx, actor, subject, target });
      const people = await movePeople(tx, providerId, target, now);
      moved = people.length;
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

/** @throws AppError `conflict` while something hangs on a provider that nothing can take over */
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

/** Refuses a provider that cannot take the people, or into which the caller may bring none. @throws AppError `invalid` at `move_to` */
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

/** Gives some of the people of a provider to another one, as many as one call may. Gives their ids. */
async function movePeople(tx: Tx, from: string, to: string, now: Date): Promise<string[]> {
  const moved = await tx
    .updateTable('users')
    .set({ provider_id: to, updated_at: now })
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
      // Another call gave a customer there the same number in this very moment.
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
  // In one order, so that two at once wait for each other in turn. They travel together.
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

/** The condition that leaves out staff who were removed: of them only their name in the records is left. */
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

/** How many people a provider has once all who are being added at this moment are there: until the end, no more can come. */
async function countPeopleHeld(tx: Tx, providerId: string): Promise<number> {
  await tx.selectFrom('providers').select('id').where('id', '=', providerId).forUpdate().execute();
  return countPeople(tx, providerId);
}

/**
 * Takes a provider away that has no people. Lists that were imported go with the people; the books and the names of removed staff
 * stay, without the provider.
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
  await tx.deleteFrom('providers').where('id', '=', providerId).execute();
}
