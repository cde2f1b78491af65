import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { recordActivities } from '../../../pipeline/audit/activities.ts';

/** The staff member who changes links, and when. */
export type LinkChange = { actorId: string; at: Date };

type Linked = { resident_id: string; user_id: string };

/** Adds the entry of each link to its customer's account, from which the removal of the customer is refused (CACT-17). */
async function addEntries(tx: Tx, links: readonly Linked[]): Promise<void> {
  await sql`
    update users set integrations = integrations || jsonb_build_array(
      jsonb_build_object('type', 'ecase', 'resident_id', link.resident_id))
    from unnest(${links.map(({ user_id }) => user_id)}::uuid[], ${links.map(({ resident_id }) => resident_id)}::text[])
      as link (user_id, resident_id)
    where users.id = link.user_id`.execute(tx);
}

async function removeEntries(tx: Tx, links: readonly Linked[]): Promise<void> {
  await sql`
    update users set integrations = coalesce((
      select jsonb_agg(entry) from jsonb_array_elements(users.integrations) as entry
      where not (entry ->> 'type' = 'ecase' and entry ->> 'resident_id' = link.resident_id)), '[]')
    from unnest(${links.map(({ user_id }) => user_id)}::uuid[], ${links.map(({ resident_id }) => resident_id)}::text[])
      as link (user_id, resident_id)
    where users.id = link.user_id`.execute(tx);
}

/** Locks customers in the order of their ids, as every change of several customers does. */
const lockCustomers = (tx: Tx, ids: readonly string[]) =>
  sql`select id from users where id = any(${[...ids]}::uuid[]) order by id for update`.execute(tx);

/**
 * Links residents with customers, whose entries and activities are part of it. Returns the links that were made: those of
 * residents and customers without another link.
 */
export async function insertLinks(
  tx: Tx,
  integrationId: string,
  links: readonly Linked[],
  { actorId, at }: LinkChange,
): Promise<(Linked & { id: string })[]> {
  if (links.length === 0) return [];
  await lockCustomers(
    tx,
    links.map(({ user_id }) => user_id),
  );
  const made = await tx
    .insertInto('integration_links')
    .values(
      links.map((link) => ({ ...link, integration_id: integrationId, linked_by: actorId, linked_at: at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'resident_id', 'user_id'])
    .execute();
  await addEntries(tx, made);
  await recordActivities(
    tx,
    {
      template: 'integrationLinked',
      userIds: made.map(({ user_id }) => user_id),
      ...{ actorId, at },
    },
    {},
  );
  return made;
}

/** Deletes the entries of ended links from the accounts of their customers, and records an activity for each. */
async function afterUnlinking(tx: Tx, links: readonly Linked[], { actorId, at }: LinkChange): Promise<void> {
  if (links.length === 0) return;
  await lockCustomers(
    tx,
    links.map(({ user_id }) => user_id),
  );
  await removeEntries(tx, links);
  await recordActivities(
    tx,
    {
      template: 'integrationUnlinked',
      userIds: links.map(({ user_id }) => user_id),
      ...{ actorId, at },
    },
    {},
  );
}

/** Ends the link of a resident; null if there is none. */
export async function removeLink(
  tx: Tx,
  integrationId: string,
  residentId: string,
  change: LinkChange,
): Promise<Linked | null> {
  const row = await tx
    .updateTable('integration_links')
    .set({ unlinked_at: change.at })
    .where('integration_id', '=', integrationId)
    .where('resident_id', '=', residentId)
    .where('unlinked_at', 'is', null)
    .returning(['resident_id', 'user_id'])
    .executeTakeFirst();
  if (row) await afterUnlinking(tx, [row], change);
  return row ?? null;
}

/** Returns the ids of the links of a connection that are in use. */
export async function findLinkIds(tx: Tx, integrationId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('integration_links')
    .select('id')
    .where('integration_id', '=', integrationId)
    .where('unlinked_at', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ends links, which belong to a clean-up. */
export async function removeLinks(
  tx: Tx,
  { ids, cleanupId }: { ids: readonly string[]; cleanupId: string },
  change: LinkChange,
): Promise<Linked[]> {
  const rows = await tx
    .updateTable('integration_links')
    .set({ unlinked_at: change.at, cleanup_id: cleanupId })
    .where('id', 'in', [...ids])
    .where('unlinked_at', 'is', null)
    .returning(['resident_id', 'user_id'])
    .execute();
  await afterUnlinking(tx, rows, change);
  return rows;
}

/** Ends all links of a connection. Returns how many there were. */
export async function removeAllLinks(tx: Tx, integrationId: string, change: LinkChange): Promise<number> {
  const rows = await tx
    .updateTable('integration_links')
    .set({ unlinked_at: change.at })
    .where('integration_id', '=', integrationId)
    .where('unlinked_at', 'is', null)
    .returning(['resident_id', 'user_id'])
    .execute();
  await afterUnlinking(tx, rows, change);
  return rows.length;
}

/** Ends the link of a customer who no longer belongs to the linking provider or to one below it. Returns how many there were. */
export async function removeLeftLinks(tx: Tx, userId: string, change: LinkChange): Promise<number> {
  await lockCustomers(tx, [userId]);
  const { rows } = await sql<Linked>`
    update integration_links link set unlinked_at = ${change.at}
    from provider_integrations integration, users left join providers on providers.id = users.provider_id
    where link.user_id = ${userId}::uuid and link.unlinked_at is null and integration.id = link.integration_id
      and users.id = link.user_id and not coalesce(providers.path @> array[integration.provider_id], false)
    returning link.resident_id, link.user_id`.execute(tx);
  await afterUnlinking(tx, rows, change);
  return rows.length;
}

/** Makes links of a clean-up active again, except where the resident or the customer has another link, or the customer left. */
export async function restoreLinks(
  tx: Tx,
  { cleanupId, providerId }: { cleanupId: string; providerId: string },
  { actorId, at }: LinkChange,
): Promise<Linked[]> {
  const { rows: waiting } = await sql<{ user_id: string }>`
    select user_id from integration_links where cleanup_id = ${cleanupId}::uuid`.execute(tx);
  await lockCustomers(
    tx,
    waiting.map(({ user_id }) => user_id),
  );
  const { rows } = await sql<Linked>`
    update integration_links link set unlinked_at = null, cleanup_id = null
    from users join providers on providers.id = users.provider_id
    where link.cleanup_id = ${cleanupId}::uuid and users.id = link.user_id
      and users.removal_requested_at is null and providers.path @> array[${providerId}::uuid]
      and not exists (
        select 1 from integration_links other where other.unlinked_at is null and (other.user_id = link.user_id
          or (other.integration_id = link.integration_id and other.resident_id = link.resident_id)))
    returning link.resident_id, link.user_id`.execute(tx);
  await addEntries(tx, rows);
  await recordActivities(
    tx,
    {
      template: 'integrationLinked',
      userIds: rows.map(({ user_id }) => user_id),
      ...{ actorId, at },
    },
    {},
  );
  return rows;
}
