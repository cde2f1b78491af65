import { sql } from 'kysely';
import type { House, MovingCustomer, RecordedMove } from '../../../../../domain/customers/moves.ts';
import type { IsoDate } from '../../../../../domain/fields.ts';
import type { Tx } from '../../../../pipeline/context.ts';
import type { ActionSubject } from '../subject.ts';
import { trialOf } from '../trial.ts';

/** A house with the names that staff see before a move. */
export type NamedHouse = House & { organisation: string; payer: string | null };

type HouseRow = Omit<NamedHouse, 'trial'> & { ends: IsoDate | null; subscribed: boolean | null };

/** Loads houses by id, archived ones too. `lock` prevents that they are archived, moved or deleted meanwhile. */
export async function findHouses(
  tx: Tx,
  ids: readonly (string | null)[],
  { today, lock }: { today: IsoDate; lock: boolean },
): Promise<NamedHouse[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return [];
  const { rows } = await sql<HouseRow>`
    select house.id, house.name, house.archived, house.path, house.phone_number as phone, root.name as organisation,
      payer.id as "payerId", payer.name as payer, payer.ends, payer.subscribed
    from providers house
    join providers root on root.id = house.path[1]
    left join lateral (
      select above.id, above.name, above.trial_expiry_date as ends, above.subscription_id is not null as subscribed
      from unnest(house.path) with ordinality as place(id, depth)
      join providers above on above.id = place.id
      where above.trial_expiry_date is not null or above.subscription_id is not null
      order by place.depth desc limit 1
    ) payer on true
    where house.id = any(${wanted}::uuid[])
    order by house.id ${lock ? sql`for share of house` : sql``}`.execute(tx);
  return rows.map(({ ends, subscribed, ...house }) => ({
    ...house,
    trial: trialOf(subscribed === null ? null : { ends, subscribed }, today),
  }));
}

/**
 * Returns the ids of the customers whose customer ID is already used by a customer of the new house, or by another customer of
 * the same move.
 */
export async function findTakenIds(
  tx: Tx,
  customers: readonly { ownerId: string; customer_id: string | null; houseId: string }[],
): Promise<ReadonlySet<string>> {
  const numbered = customers.filter(({ customer_id }) => customer_id !== null);
  if (numbered.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with moving as (
      select * from unnest(${numbered.map(({ ownerId }) => ownerId)}::uuid[],
        ${numbered.map(({ customer_id }) => customer_id)}::text[],
        ${numbered.map(({ houseId }) => houseId)}::uuid[]) as m(id, customer_id, house_id)
    )
    select moving.id from moving
    where exists (select 1 from users there where there.provider_id = moving.house_id
        and there.customer_id = moving.customer_id and there.id <> moving.id)
      or exists (select 1 from moving other where other.house_id = moving.house_id
        and other.customer_id = moving.customer_id and other.id <> moving.id)`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Returns a customer in the form that the rules of moves need. */
export const movingCustomer = (
  customer: ActionSubject,
  houses: readonly House[],
  takenIds: ReadonlySet<string>,
): MovingCustomer => ({
  from: houses.find(({ id }) => id === customer.provider_id) ?? null,
  isInvited: customer.status === 'invited',
  toBeRemoved: customer.removal_requested_at !== null,
  customerId: customer.customer_id,
  room: customer.room,
  isIdTaken: takenIds.has(customer.ownerId),
  trialEnds: customer.trial_end_date,
});

/** The new house of a customer, with the room there; null for none. */
export type NewHouse = { userId: string; houseId: string; trialEnds: IsoDate | null; room: string | null };

/** Moves customers to other houses, in one statement. */
export async function setHouses(tx: Tx, customers: readonly NewHouse[], now: Date): Promise<void> {
  await sql`
    update users set provider_id = moved.house_id, trial_end_date = moved.trial_ends, room = moved.room,
      updated_at = ${now}
    from unnest(${customers.map(({ userId }) => userId)}::uuid[], ${customers.map(({ houseId }) => houseId)}::uuid[],
      ${customers.map(({ trialEnds }) => trialEnds)}::date[], ${customers.map(({ room }) => room)}::text[]
    ) as moved(id, house_id, trial_ends, room)
    where users.id = moved.id`.execute(tx);
}

type Moving = { moveId: string; staffId: string; to: string; now: Date };

/** Records a move with the previous house, trial and room, so that it can be undone. */
export async function insertMoves(
  tx: Tx,
  customers: readonly ActionSubject[],
  { moveId, staffId, to, now }: Moving,
): Promise<void> {
  await tx
    .insertInto('customer_moves')
    .values(
      customers.map(({ ownerId, provider_id, trial_end_date, room }) => ({
        ...{
          id: moveId,
          user_id: ownerId,
          from_provider_id: provider_id,
          to_provider_id: to,
          trial_end_date,
          room,
        },
        ...{ moved_by: staffId, moved_at: now },
      })),
    )
    .execute();
}

/** A recorded move of one customer, with the previous trial and room. */
export type StoredMove = RecordedMove & { userId: string; trialEnds: IsoDate | null; room: string | null };

const isFollowed = sql<boolean>`exists (select 1 from customer_moves later
  where later.user_id = customer_moves.user_id and later.id <> customer_moves.id
    and later.moved_at >= customer_moves.moved_at and later.undone_at is null)`;

/** Loads the customers of a move, or one of them; none for an unknown move. */
export async function findMoves(tx: Tx, moveId: string, userId: string | null): Promise<StoredMove[]> {
  const query = tx
    .selectFrom('customer_moves')
    .select(['user_id as userId', 'moved_at as movedAt', 'undone_at as undoneAt'])
    .select(['from_provider_id as fromId', 'to_provider_id as toId', 'trial_end_date as trialEnds', 'room'])
    .select(isFollowed.as('isFollowed'))
    .where('id', '=', moveId)
    .orderBy('user_id');
  return (userId === null ? query : query.where('user_id', '=', userId)).execute();
}

/** Marks the move of some customers as undone. */
export async function markUndone(
  tx: Tx,
  moveId: string,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('customer_moves')
    .set({ undone_at: now })
    .where('id', '=', moveId)
    .where('user_id', 'in', [...userIds])
    .execute();
}
