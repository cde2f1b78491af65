import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { findAnnounced, findOpenWebhooks, insertNotices, noteChange } from './notice-store.ts';

type Move = {
  /** Identifies the event: announcing it twice adds nothing. */
  eventId: string;
  userId: string;
  /** Providers that the person belonged to before. */
  from: readonly string[];
  /** The house that was moved with its residents; null if the person was moved. Nothing changes for it and the houses below it. */
  branch: string | null;
  now: Date;
};

/**
 * Adds the notices of a move. Systems that can read the person only now learn of a plan to fetch. Systems that no longer can learn that
 * the person is not theirs any more, if they read the person before: all others never knew the id. Returns the ids of the notices.
 */
export async function addMoveNotices(
  tx: Tx,
  { eventId, userId, from, branch, now }: Move,
): Promise<string[]> {
  const found = await findAnnounced(tx, userId);
  const path = found?.path ?? [];
  const left = from.filter((id) => !path.includes(id));
  const notice = { eventId, userId, now, version: null };
  const readers = await findOpenWebhooks(tx, left, { readBy: userId });
  const told = await insertNotices(tx, readers, { ...notice, change: 'moved-away' });
  if (!found || (found.version === null && !found.hasPapers)) return told;
  await noteChange(tx, userId, now);
  const unchanged = branch !== null && path.includes(branch) ? path.slice(path.indexOf(branch)) : [];
  const entered = path.filter((id) => !from.includes(id) && !unchanged.includes(id));
  // A move that was undone meanwhile changes nothing for them.
  const isElsewhere = branch === null && path.at(-1) !== from.at(-1);
  const both = isElsewhere ? path.filter((id) => from.includes(id)) : [];
  const here = { ...notice, version: found.version, change: 'moved-in' } as const;
  return [
    ...told,
    ...(await insertNotices(tx, await findOpenWebhooks(tx, entered), here)),
    ...(await insertNotices(tx, await findOpenWebhooks(tx, both), { ...notice, change: 'moved' })),
  ];
}

/** Returns the ids of the next people of a house and of the houses below it, after an id. */
export async function findPeopleBelow(
  tx: Tx,
  providerId: string,
  after: string | null,
  atMost: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select customer_list.user_id as id from customer_list
    join providers on providers.id = customer_list.provider_id
    where providers.path @> array[${providerId}::uuid] and (${after}::uuid is null or customer_list.user_id > ${after}::uuid)
    order by customer_list.user_id limit ${atMost}`.execute(tx);
  return rows.map(({ id }) => id);
}
