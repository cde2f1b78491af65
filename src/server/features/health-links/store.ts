import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import {
  keptDays,
  maxTries,
  passcodeLength,
  type LinkFacts,
} from '../../../domain/health-links/health-link.ts';
import { deleteExpired } from '../../db/delete-batches.ts';
import { place } from '../../db/sealing/sealed-columns.ts';
import type { Keyring } from '../../db/sealing/seal.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

export const linkPlace = (id: string) => place('health_links', 'link_sealed', id);
export const readerPlace = (id: string) => place('health_links', 'reader_sealed', id);
export const saidPlace = (id: string) => place('health_link_openings', 'said_sealed', id);

/** The secrets of a link: the id in its address and the key of its documents, of 256 bits each, in base64url. */
export type LinkSecrets = { id: string; key: string };

export const newLinkSecrets = (): LinkSecrets => ({
  id: randomBytes(32).toString('base64url'),
  key: randomBytes(32).toString('base64url'),
});

export const newPasscode = (): string =>
  String(randomInt(10 ** passcodeLength)).padStart(passcodeLength, '0');

export const hashOf = (id: string) => createHash('sha256').update(id, 'utf8').digest();

/** A link as its owner sees it. `secrets` and `reader` are decrypted. */
export type HealthLink = LinkFacts & {
  id: string;
  secrets: LinkSecrets;
  reader: string;
  created_at: Date;
  openings: number;
  last_opened_at: Date | null;
  /** The reader's description of itself at the last opening. */
  last_said: string | null;
};

/** Returns the links of a person, newest first, for a list of bounded length. */
export async function findLinks(tx: Tx, keyring: Keyring, userId: string): Promise<HealthLink[]> {
  const rows = await tx
    .selectFrom('health_links')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('health_link_openings')
          .select(['id as opening_id', 'at', 'said_sealed'])
          .whereRef('link_id', '=', 'health_links.id')
          .orderBy('at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'health_links.id',
      'link_sealed',
      'reader_sealed',
      'tries',
      'expires_at',
      'revoked_at',
      'created_at',
    ])
    .select(['opening_id', 'last.at', 'said_sealed'])
    .select(
      sql<number>`(select count(*)::int from health_link_openings where link_id = health_links.id)`.as(
        'openings',
      ),
    )
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ link_sealed, reader_sealed, opening_id, at, said_sealed, ...row }) => ({
    ...row,
    secrets: keyring.openJson<LinkSecrets>(linkPlace(row.id), link_sealed),
    reader: keyring.open(readerPlace(row.id), reader_sealed),
    last_opened_at: at,
    last_said: opening_id && said_sealed ? keyring.open(saidPlace(opening_id), said_sealed) : null,
  }));
}

/** Returns the number of links of a person that still open. Locks the person, so that two new links are counted one after the other. */
export async function countOpenLinks(tx: Tx, userId: string, now: Date): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  const { count } = await tx
    .selectFrom('health_links')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether a signed plan is in force, which a link opens. */
export async function hasSignedPlan(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('acps')
    .select('id')
    .where('user_id', '=', userId)
    .where('type', '=', 'active')
    .where('status', '=', 'complete')
    .executeTakeFirst();
  return row !== undefined;
}

type NewLink = {
  id: string;
  userId: string;
  secrets: LinkSecrets;
  reader: string;
  passcodeHash: string;
  expiresAt: Date;
  now: Date;
};

export async function insertLink(tx: Tx, keyring: Keyring, link: NewLink): Promise<void> {
  const { id, userId, secrets, reader, passcodeHash, expiresAt, now } = link;
  await tx
    .insertInto('health_links')
    .values({
      ...{ id, user_id: userId, id_hash: hashOf(secrets.id), passcode_hash: passcodeHash },
      link_sealed: keyring.sealJson(linkPlace(id), secrets),
      reader_sealed: keyring.seal(readerPlace(id), reader),
      ...{ expires_at: expiresAt, created_at: now },
    })
    .execute();
}

/** Returns the id of the owner of a link; null for an unknown link. */
export async function findLinkOwner(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('health_links').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id ?? null;
}

/** Revokes a link; false if it was revoked before. */
export async function revokeLink(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('health_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the name of the reader of a link; null for a link that was deleted. */
export async function findReader(tx: Tx, keyring: Keyring, linkId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('health_links')
    .select('reader_sealed')
    .where('id', '=', linkId)
    .executeTakeFirst();
  return row ? keyring.open(readerPlace(linkId), row.reader_sealed) : null;
}

/** Deletes links that ended more than ninety days ago, with their openings. */
export async function tidyLinks({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - keptDays * 86_400_000);
  await deleteExpired(db, { table: 'health_links', at: sql`least(expires_at, revoked_at)`, before });
}
