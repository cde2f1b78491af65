import { sql } from 'kysely';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import { fullName } from '../../../domain/names.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The link of an archived record with the one that is kept. */
export type RecordLink = { archivedId: string; keptId: string; linkedAt: Date };

/** Loads the link of an archived record; null without one. The caller locks both records before a change. */
export async function findLink(tx: Tx, archivedId: string): Promise<RecordLink | null> {
  const row = await tx
    .selectFrom('duplicate_links')
    .select(['archived_id as archivedId', 'kept_id as keptId', 'linked_at as linkedAt'])
    .where('archived_id', '=', archivedId)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertLink(tx: Tx, link: RecordLink & { linkedBy: string }): Promise<void> {
  await tx
    .insertInto('duplicate_links')
    .values({
      ...{ archived_id: link.archivedId, kept_id: link.keptId },
      ...{ linked_at: link.linkedAt, linked_by: link.linkedBy },
    })
    .execute();
}

export async function deleteLink(tx: Tx, archivedId: string): Promise<void> {
  await tx.deleteFrom('duplicate_links').where('archived_id', '=', archivedId).execute();
}

/** The record that is kept instead of an archived one. `by` is null if the account of the staff member is deleted. */
export type KeptRecord = {
  id: string;
  name: string;
  provider: string | null;
  linkedAt: Date;
  by: string | null;
};

/** Loads the record that is kept instead of a customer's; null for a record that was not archived as a duplicate. */
export async function findKept(tx: Tx, archivedId: string): Promise<KeptRecord | null> {
  const row = await tx
    .selectFrom('duplicate_links')
    .innerJoin('users as kept', 'kept.id', 'duplicate_links.kept_id')
    .leftJoin('providers', 'providers.id', 'kept.provider_id')
    .leftJoin('users as staff', 'staff.id', 'duplicate_links.linked_by')
    .select([
      'kept.id',
      'kept.first_name',
      'kept.last_name',
      'providers.name as provider',
      'linked_at as linkedAt',
    ])
    .select(['staff.first_name as by_first', 'staff.last_name as by_last'])
    .where('archived_id', '=', archivedId)
    .executeTakeFirst();
  if (!row) return null;
  const { id, provider, linkedAt } = row;
  const by = fullName({ first_name: row.by_first, last_name: row.by_last }) || null;
  return { id, name: fullName(row), provider, linkedAt, by };
}

/** A record that was archived because another one is kept. `signed_at` is when its plan was signed; null without a signed plan. */
export type EarlierRecord = {
  id: string;
  name: string;
  customer_id: string | null;
  provider: string | null;
  status: AccountStatus;
  linked_at: Date;
  signed_at: Date | null;
};

/** Maximum number of earlier records that a page shows, and of links that are followed. */
const earlierAtMost = 20;

/**
 * Loads the records for which a customer's is kept, also those of a record that was kept before: newest first. `onlyId` limits them to
 * one.
 */
export async function findEarlier(
  tx: Tx,
  keptId: string,
  onlyId: string | null = null,
): Promise<EarlierRecord[]> {
  type Row = Omit<EarlierRecord, 'name'> & { first_name: string | null; last_name: string | null };
  const { rows } = await sql<Row>`
    with recursive earlier(id, linked_at, depth) as (
      select archived_id, linked_at, 1 from duplicate_links where kept_id = ${keptId}
      union
      select link.archived_id, link.linked_at, depth + 1
      from earlier join duplicate_links link on link.kept_id = earlier.id
      where depth < ${earlierAtMost} and link.archived_id <> ${keptId}
    )
    select person.id, person.first_name, person.last_name, person.customer_id, person.status, providers.name as provider,
      earlier.linked_at, plan.completed_at as signed_at
    from earlier
    join users person on person.id = earlier.id
    left join providers on providers.id = person.provider_id
    left join acps plan on plan.user_id = person.id and plan.type = 'active' and plan.status = 'complete'
    where ${onlyId}::uuid is null or person.id = ${onlyId}::uuid
    order by earlier.linked_at desc, person.id limit ${earlierAtMost}`.execute(tx);
  return rows.map(({ first_name, last_name, ...row }) => ({
    ...row,
    name: fullName({ first_name, last_name }),
  }));
}
