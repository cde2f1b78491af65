import { sql } from 'kysely';
import { maxTries } from '../../../../domain/health-links/health-link.ts';
import type { Keyring } from '../../../db/sealing/seal.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { hashOf, linkPlace, readerPlace, saidPlace, type LinkSecrets } from '../store.ts';

/** A link that opens now. */
export type OpenLink = { id: string; userId: string; secrets: LinkSecrets; passcodeHash: string };

/** Selects the links that are neither expired nor revoked nor closed. */
const openLinks = (tx: Tx, now: Date) =>
  tx
    .selectFrom('health_links')
    .select(['id', 'user_id', 'link_sealed', 'passcode_hash'])
    .where('revoked_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', now);

/** Returns the link of an id in an address, if it opens now. */
export async function findOpenLink(
  tx: Tx,
  keyring: Keyring,
  linkId: string,
  now: Date,
): Promise<OpenLink | null> {
  const row = await openLinks(tx, now).where('id_hash', '=', hashOf(linkId)).executeTakeFirst();
  return row ? asOpen(keyring, row) : null;
}

/** Returns a link by the id of its row, if it opens now. */
export async function findOpenLinkById(
  tx: Tx,
  keyring: Keyring,
  id: string,
  now: Date,
): Promise<OpenLink | null> {
  const row = await openLinks(tx, now).where('id', '=', id).executeTakeFirst();
  return row ? asOpen(keyring, row) : null;
}

type OpenRow = { id: string; user_id: string; link_sealed: Buffer; passcode_hash: string };

const asOpen = (keyring: Keyring, row: OpenRow): OpenLink => ({
  id: row.id,
  userId: row.user_id,
  secrets: keyring.openJson<LinkSecrets>(linkPlace(row.id), row.link_sealed),
  passcodeHash: row.passcode_hash,
});

/**
 * Counts a try before its passcode is compared, in one statement, so that simultaneous tries can never exceed the limit. Returns the
 * number of tries that are left after it; null if the link does not open.
 */
export async function countTry(tx: Tx, id: string, now: Date): Promise<number | null> {
  const row = await tx
    .updateTable('health_links')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', now)
    .returning('tries')
    .executeTakeFirst();
  return row ? maxTries - row.tries : null;
}

/** Takes back a counted try whose passcode was right. */
export async function forgetTry(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('health_links')
    .set({ tries: sql<number>`greatest(tries - 1, 0)` })
    .where('id', '=', id)
    .execute();
}

/** Whether a link still opens, locked until the transaction ends, so that it cannot be revoked meanwhile. */
export async function isStillOpen(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await openLinks(tx, now).where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

type NewOpening = { id: string; linkId: string; userId: string; planVersion: number; said: string; at: Date };

export async function insertOpening(tx: Tx, keyring: Keyring, opening: NewOpening): Promise<void> {
  const { id, linkId, userId, planVersion, said, at } = opening;
  await tx
    .insertInto('health_link_openings')
    .values({
      ...{ id, link_id: linkId, user_id: userId, plan_version: planVersion, at },
      said_sealed: keyring.seal(saidPlace(id), said),
    })
    .execute();
}

/** Claims the mail about an opening; true if it is due: at most once in a quarter of an hour for a link. Uses the database's clock. */
export async function claimMail(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('health_links')
    .set({ mailed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(
      sql<boolean>`(mailed_at is null or mailed_at not between now() - interval '15 minutes' and now() + interval '15 minutes')`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Data of an opening in the owner's notification. */
export type OpeningNews = { reader: string; said: string };

/** Returns the reader of an opening and what it said of itself; null if the link was deleted. */
export async function findOpeningNews(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  openingId: string,
): Promise<OpeningNews | null> {
  const row = await db
    .selectFrom('health_link_openings as opening')
    .innerJoin('health_links as link', 'link.id', 'opening.link_id')
    .select(['link.id as link_id', 'reader_sealed', 'said_sealed'])
    .where('opening.id', '=', openingId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    reader: keyring.open(readerPlace(row.link_id), row.reader_sealed),
    said: keyring.open(saidPlace(openingId), row.said_sealed),
  };
}
