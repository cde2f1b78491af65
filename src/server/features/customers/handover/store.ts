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

/** Orders of a list. Residents without a room come last. */
export const handoverOrders = ['room', 'name'] as const;
export type HandoverOrder = (typeof handoverOrders)[number];

export type Listed = { id: string; room: string | null };

/** Returns the residents of a house in this order. */
export async function findResidents(
  tx: Tx,
  providerId: string,
  order: HandoverOrder,
  limit: number,
): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select user_id as id, room from customer_list join users on users.id = user_id
    where customer_list.provider_id = ${providerId}::uuid and customer_list.status <> 'archived' and removal_on is null
    order by ${order === 'room' ? sql`sort_room, ` : sql``} sort_name, user_id limit ${limit}`.execute(tx);
  return rows;
}

export const findStaffName = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
