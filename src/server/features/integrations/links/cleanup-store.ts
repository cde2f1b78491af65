import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { fullName } from '../../../../domain/names.ts';

/** Days for which a clean-up can be undone (D-49). */
export const undoDays = 30;

type NamedCustomer = { id: string; first_name: string | null; last_name: string | null };

/** A link to a resident who left. `customer` is null if they belong to another provider now. */
export type LeftLink = {
  link_id: string;
  resident_id: string;
  name: string;
  customer: NamedCustomer | null;
};

export type DoneCleanup = { cleanup_id: string; at: Date; count: number };
export type Cleanup = { found: LeftLink[]; done: DoneCleanup[] };

/** The condition for links in use whose resident is not active, after the residents were loaded. */
const hasLeft = (integrationId: string) => sql<boolean>`(
  link.integration_id = ${integrationId}::uuid and link.unlinked_at is null
  and exists (select 1 from provider_integrations where id = link.integration_id and residents_loaded_at is not null)
  and not exists (
    select 1 from integration_residents resident where resident.integration_id = link.integration_id
      and resident.resident_id = link.resident_id and resident.active))`;

/** The condition for a clean-up that can be undone: of the last thirty days, of links to residents of the present system. */
const canBeUndone = (integrationId: string, now: Date) => sql<boolean>`(
  cleanup.integration_id = ${integrationId}::uuid and cleanup.undone_at is null
  and cleanup.cleaned_at > ${now}::timestamptz - make_interval(days => ${undoDays})
  and cleanup.address = (select address from provider_integrations where id = cleanup.integration_id))`;

const mostFound = 500;

/** Returns the links that a clean-up would remove, at most 500, and the clean-ups that can be undone. */
export async function findCleanup(
  tx: Tx,
  { integrationId, providerId }: { integrationId: string; providerId: string },
  now: Date,
): Promise<Cleanup> {
  type Row = Omit<LeftLink, 'name' | 'customer'> &
    NamedCustomer & { is_own: boolean } & {
      resident_first: string | null;
      resident_last: string | null;
    };
  const [found, done] = await Promise.all([
    sql<Row>`
      select link.id as link_id, link.resident_id, resident.first_name as resident_first,
        resident.last_name as resident_last, users.id, users.first_name, users.last_name,
        coalesce(providers.path @> array[${providerId}::uuid], false) as is_own
      from integration_links link join users on users.id = link.user_id
      left join providers on providers.id = users.provider_id
      left join integration_residents resident on resident.integration_id = link.integration_id
        and resident.resident_id = link.resident_id
      where ${hasLeft(integrationId)}
      order by lower(resident.last_name), lower(resident.first_name), link.resident_id limit ${mostFound}`.execute(
      tx,
    ),
    sql<DoneCleanup>`
      select cleanup.id as cleanup_id, cleanup.cleaned_at as at, count(*)::int as count
      from integration_cleanups cleanup join integration_links link on link.cleanup_id = cleanup.id
      where ${canBeUndone(integrationId, now)}
      group by cleanup.id order by cleanup.cleaned_at desc limit 50`.execute(tx),
  ]);
  return {
    found: found.rows.map(({ link_id, resident_id, resident_first, resident_last, is_own, ...customer }) => ({
      ...{ link_id, resident_id },
      name: fullName({ first_name: resident_first, last_name: resident_last }),
      customer: is_own
        ? { id: customer.id, first_name: customer.first_name, last_name: customer.last_name }
        : null,
    })),
    done: done.rows,
  };
}

/** Returns which of these links a clean-up may remove now, locked. */
export async function findLeft(tx: Tx, integrationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select link.id from integration_links link
    where link.id = any(${[...ids]}::uuid[]) and ${hasLeft(integrationId)} order by link.id for update`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Adds a clean-up, to which removed links belong. `address` is that of the system whose residents the links were for. */
export async function insertCleanup(
  tx: Tx,
  { integrationId, address }: { integrationId: string; address: string },
  { actorId, at }: { actorId: string; at: Date },
): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto('integration_cleanups')
    .values({ id, integration_id: integrationId, address, cleaned_by: actorId, cleaned_at: at })
    .execute();
  return id;
}

/** Marks a clean-up as undone. False if no clean-up can be undone now. */
export async function markUndone(
  tx: Tx,
  { integrationId, cleanupId }: { integrationId: string; cleanupId: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update integration_cleanups cleanup set undone_at = ${now}
    where cleanup.id = ${cleanupId}::uuid and ${canBeUndone(integrationId, now)}
    returning cleanup.id`.execute(tx);
  return rows.length > 0;
}
