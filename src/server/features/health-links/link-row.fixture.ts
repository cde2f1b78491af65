import { randomBytes, randomUUID } from 'node:crypto';
import type { Services } from '../../pipeline/context.ts';
import { linkPlace, newLinkSecrets, readerPlace, saidPlace } from './store.ts';

type Row = { id: string; userId: string; reader: string; said: string };

/** Inserts a link with one opening for a test that needs the rows. Returns the id of the opening. */
export async function insertLinkRow(
  { db, keyring }: Pick<Services, 'db' | 'keyring'>,
  { id, userId, reader, said }: Row,
): Promise<string> {
  const now = new Date();
  const openingId = randomUUID();
  await db
    .insertInto('health_links')
    .values({
      ...{ id, user_id: userId, id_hash: randomBytes(32), passcode_hash: 'hash' },
      link_sealed: keyring.sealJson(linkPlace(id), newLinkSecrets()),
      reader_sealed: keyring.seal(readerPlace(id), reader),
      ...{ expires_at: new Date(now.getTime() + 86_400_000), created_at: now },
    })
    .execute();
  await db
    .insertInto('health_link_openings')
    .values({
      ...{ id: openingId, link_id: id, user_id: userId, plan_version: 1, at: now },
      said_sealed: keyring.seal(saidPlace(openingId), said),
    })
    .execute();
  return openingId;
}
