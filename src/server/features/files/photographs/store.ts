import { sql } from 'kysely';
import type { PhotographedPage } from '../../../../domain/files/photographs.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** Finds a person's unfinished document of photographs; undefined if there is none. */
export async function findPhotographs(tx: Tx, userId: string, now: Date): Promise<string | undefined> {
  const found = await tx
    .selectFrom('file_uploads')
    .select('file_id')
    .where('user_id', '=', userId)
    .where('pages', 'is not', null)
    .where('checking_since', 'is', null)
    .where('problem', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  return found?.file_id;
}

/** Stores the photographs of an upload. Parts of photographs that are not in the list any more belong to no file afterwards. */
export async function keepPages(
  tx: Tx,
  fileId: string,
  { pages, expiresAt }: { pages: readonly PhotographedPage[]; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('file_uploads')
    .set({ pages: JSON.stringify(pages), expires_at: expiresAt })
    .where('file_id', '=', fileId)
    .execute();
  const numbers = pages.map(({ number }) => number);
  await sql`
    update file_objects set file_id = null
    where file_id = ${fileId} and number is not null and number / 100 <> all(${numbers}::int[])`.execute(tx);
}
