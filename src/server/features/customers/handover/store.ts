import { sql } from 'kysely';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { Loading } from '../../../pipeline/work.ts';

type House = Subjects['provider'] & { name: string };

/** Loads a house with the facts that decide access; null for an unknown one. */
export async function findHouse(id: string, { tx }: Pick<Loading, 'tx'>): Promise<House | null> {
  const row = await tx
    .selectFrom('providers')
    .select(['id', 'name', 'path'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path, name: row.name } : null;
}

/** Returns the ids of the residents of a house, by name. */
export async function findResidents(tx: Tx, providerId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from customer_list
    where provider_id = ${providerId}::uuid and status <> 'archived' and removal_on is null
    order by sort_name, user_id limit ${limit}`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}

export const findStaffName = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
