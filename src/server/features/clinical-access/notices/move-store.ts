import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';
import { findAnnounced, findOpenWebhooks, insertNotices, noteChange } from './notice-store.ts';

type Move = {
  /** Identifies the event: announcing it twice adds nothing. */
  eventId: string;
  userId: string;
  /** Ids of the earlier house and of the providers above it. */
  from: readonly string[];
  /**
   * The house that was moved together with its residents; null if only the person was moved. Systems of this house, and of the houses
   * below it, are not notified, because they read the same residents as before.
   */
  branch: string | null;
  now: Date;
};

/**
 * Adds the notices of a move. Systems that did not have access to the person before are notified of the plan. Systems that have lost
 * their access are notified only if they read the person before, because the others may not know the id. Returns the ids of the notices.
 */
export async function addMoveNotices(
  tx: Tx,
  { eventId, userId, from, branch, now }: Move,
): Promise<string[]> {
  const found = await findAnnounced(tx, userId);
  const path = found?.path ?? [];
  const left = from.filter((id) => !path.includes(id));
  const notice = { eventId, userId, now, version: null };
  const readers = await findOpenWebhooks(tx, left, { havingRead: userId });
  const toReaders = await insertNotices(tx, readers, { ...notice, change: 'moved-away' });
  if (!found || (found.version === null && !found.hasPapers)) return toReaders;
  await noteChange(tx, userId, now);
  const unchanged = branch !== null && path.includes(branch) ? path.slice(path.indexOf(branch)) : [];
  const entered = path.filter((id) => !from.includes(id) && !unchanged.includes(id));
  // After a move that was undone meanwhile, the house is the same as before.
  const isElsewhere = branch === null && path.at(-1) !== from.at(-1);
  const both = isElsewhere ? path.filter((id) => from.includes(id)) : [];
  const here = { ...notice, version: found.version, change: 'moved-in' } as const;
  return [
    ...toReaders,
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
  const isNext = sql`(${after}::uuid is null or user_id > ${after}::uuid)`;
  const { rows } = await sql<{ id: string }>`
    select listed.user_id as id from providers cross join lateral (
      -- Archived customers have an index of their own. Not merged with the outer query, so that each house is read along an index.
      (select user_id from customer_list where provider_id = providers.id and status <> 'archived' and ${isNext} offset 0)
      union all (select user_id from customer_list where provider_id = providers.id and status = 'archived' and ${isNext} offset 0)
    ) listed
    where providers.path @> array[${providerId}::uuid]
    order by listed.user_id limit ${atMost}`.execute(tx);
  return rows.map(({ id }) => id);
}
