import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Services, Tx } from '../../../pipeline/context.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';

type Sealing = Pick<Services, 'keyring'>;

const hashOf = (picture: string) => createHash('sha256').update(picture, 'utf8').digest();

/** Returns the picture of a plan's signature, as data URL. */
export const openSignature = ({ keyring }: Sealing, id: string, sealed: Buffer): string =>
  keyring.open(place('signatures', 'picture_sealed', id), sealed);

/** Returns the picture of a signature by its id, as data URL; null if there is none. */
export async function findSignature(tx: Tx, services: Sealing, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('signatures')
    .select('picture_sealed')
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? openSignature(services, id, row.picture_sealed) : null;
}

/**
 * Stores a person's signature picture and returns its id. It is stored once, however many versions show it. The caller has locked
 * the plan.
 */
export async function keepSignature(
  tx: Tx,
  { keyring }: Sealing,
  userId: string,
  picture: string,
): Promise<string> {
  const sha256 = hashOf(picture);
  const known = await tx
    .selectFrom('signatures')
    .select('id')
    .where('user_id', '=', userId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (known) return known.id;
  const id = randomUUID();
  const picture_sealed = keyring.seal(place('signatures', 'picture_sealed', id), picture);
  await tx.insertInto('signatures').values({ id, user_id: userId, sha256, picture_sealed }).execute();
  return id;
}

/** Sets or removes a plan's reference to a signature, and deletes pictures that no version of it shows any more. */
export async function referToSignature(
  tx: Tx,
  services: Sealing,
  acp: { id: string; user_id: string },
  picture: string | undefined,
): Promise<string | null> {
  const signature_id = picture ? await keepSignature(tx, services, acp.user_id, picture) : null;
  await tx.updateTable('acps').set({ signature_id }).where('id', '=', acp.id).execute();
  await sql`delete from signatures where user_id = ${acp.user_id} and not exists (
    select from acps where acps.signature_id = signatures.id)`.execute(tx);
  return signature_id;
}
