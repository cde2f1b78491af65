import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import type { MatchedResident } from './match-residents.ts';

const batchSize = 1_000;

/** Stores residents that the system lists. Those that it no longer lists become inactive. */
export async function storeResidents(
  tx: Tx,
  integrationId: string,
  residents: readonly MatchedResident[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < residents.length; from += batchSize)
    await upsertResidents(tx, integrationId, residents.slice(from, from + batchSize), now);
  await tx
    .updateTable('integration_residents')
    .set({ active: false, match: 'none', suggested_user_id: null })
    .where('integration_id', '=', integrationId)
    .where('active', '=', true)
    .where('seen_at', '<', now)
    .execute();
  await tx
    .updateTable('provider_integrations')
    .set({ residents_loaded_at: now })
    .where('id', '=', integrationId)
    .execute();
}

async function upsertResidents(
  tx: Tx,
  integrationId: string,
  residents: readonly MatchedResident[],
  now: Date,
): Promise<void> {
  const of = <Value>(read: (resident: MatchedResident) => Value) => residents.map(read);
  // A suggested customer may have been deleted since the comparison.
  await sql`
    insert into integration_residents (integration_id, resident_id, first_name, last_name, birth_date, medicare_card,
      active, seen_at, match, suggested_user_id)
    select ${integrationId}::uuid, n.id, n.first_name, n.last_name, n.birth_date, n.card, true, ${now}::timestamptz,
      case when n.user_id is not null and users.id is null then 'none' else n.match end, users.id
    from unnest(
      ${of(({ id }) => id)}::text[], ${of(({ firstName }) => firstName)}::text[],
      ${of(({ lastName }) => lastName)}::text[], ${of(({ birthDate }) => birthDate)}::date[],
      ${of(({ card }) => card)}::bytea[], ${of(({ match }) => match)}::text[],
      ${of(({ userId }) => userId)}::uuid[]
    ) as n (id, first_name, last_name, birth_date, card, match, user_id)
    left join users on users.id = n.user_id
    on conflict (integration_id, resident_id) do update set first_name = excluded.first_name,
      last_name = excluded.last_name, birth_date = excluded.birth_date, medicare_card = excluded.medicare_card,
      active = true, seen_at = excluded.seen_at, match = excluded.match,
      suggested_user_id = excluded.suggested_user_id`.execute(tx);
}

export type StoredResident = {
  resident_id: string;
  first_name: string;
  last_name: string;
  birth_date: string | null;
  active: boolean;
};

/** Returns a resident of a connection; null if the system never listed it. */
export async function residentIn(
  tx: Tx,
  integrationId: string,
  residentId: string,
): Promise<StoredResident | null> {
  const row = await tx
    .selectFrom('integration_residents')
    .select(['resident_id', 'first_name', 'last_name', 'birth_date', 'active'])
    .where('integration_id', '=', integrationId)
    .where('resident_id', '=', residentId)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes all residents of a connection, which must be loaded again. */
export async function removeResidents(tx: Tx, integrationId: string): Promise<void> {
  await tx.deleteFrom('integration_residents').where('integration_id', '=', integrationId).execute();
  await tx
    .updateTable('provider_integrations')
    .set({ residents_loaded_at: null })
    .where('id', '=', integrationId)
    .execute();
}
