import type { Subjects } from '../../../domain/access/subjects.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { Picture } from '../../images/reencode.ts';

/** Returns the address of a picture. */
export const pictureAddress = (id: string) => `/api/pictures/${id}`;

/** A portrait with its owner, for the access rules. */
export type Portrait = Subjects['portrait'] & { type: string; content: Buffer };

/** Finds a portrait by its id; null if there is none, and for a logo. */
export async function findPortrait(tx: Tx, id: string): Promise<Portrait | null> {
  const row = await tx
    .selectFrom('pictures')
    .innerJoin('users', 'users.id', 'pictures.user_id')
    .leftJoin('providers', 'providers.id', 'users.provider_id')
    .select(['users.id as ownerId', 'providers.path', 'pictures.type', 'pictures.content'])
    .where('pictures.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { path, ...portrait } = row;
  return { kind: 'portrait', ...portrait, providerPath: path ?? [] };
}

/** Replaces a person's portrait, under a new address, so that no cache shows the old one. */
export async function replacePortrait(tx: Tx, userId: string, picture: Picture, now: Date): Promise<void> {
  const id = crypto.randomUUID();
  await tx
    .updateTable('users')
    .set({ image: pictureAddress(id), updated_at: now })
    .where('id', '=', userId)
    .execute();
  await tx.deleteFrom('pictures').where('user_id', '=', userId).execute();
  await tx
    .insertInto('pictures')
    .values({ id, user_id: userId, ...picture, created_at: now })
    .execute();
}

export async function removePortrait(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ image: null, updated_at: now }).where('id', '=', userId).execute();
  await tx.deleteFrom('pictures').where('user_id', '=', userId).execute();
}
