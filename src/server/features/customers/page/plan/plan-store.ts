import { sql } from 'kysely';
import type { Tx } from '../../../../pipeline/context.ts';

/** Properties of a plan that staff change without changing an answer. */
type PlanFlags =
  | { locked: boolean; locked_at: Date | null; locked_by: string | null }
  | { external: boolean };

export async function setPlan(tx: Tx, acpId: string, flags: PlanFlags): Promise<void> {
  await tx.updateTable('acps').set(flags).where('id', '=', acpId).execute();
}

const documents = (tx: Tx, userId: string) =>
  tx
    .selectFrom('files')
    .where('user_id', '=', userId)
    .where('is_eol', '=', true)
    .where('is_active', '=', true);

/** Counts the current end-of-life documents of a person. */
export async function countDocuments(tx: Tx, userId: string): Promise<number> {
  const { count } = await documents(tx, userId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Loads an end-of-life document by its key, locked until the transaction ends; null if there is none. */
export async function findDocumentForChange(
  tx: Tx,
  userId: string,
  key: string,
): Promise<{ id: string } | null> {
  return (
    (await documents(tx, userId).select('id').where('s3_key', '=', key).forUpdate().executeTakeFirst()) ??
    null
  );
}

/** Deletes the record of a document; its bytes are deleted after the commit. */
export async function removeDocument(tx: Tx, fileId: string): Promise<void> {
  await tx.deleteFrom('files').where('id', '=', fileId).execute();
}

/** Marks the unchecked ones of some documents as checked. Returns how many of the ids are documents of the person. */
export async function markReviewed(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  { at, by }: { at: Date; by: string },
): Promise<number> {
  const { rows } = await sql<{ found: number }>`
    with papers as (
      select id, reviewed_at from files
      where user_id = ${userId} and id = any(${ids}) and category = 'ACP' and is_active and is_uploaded and not is_questionnaire
      order by id for update
    ), marked as (
      update files set reviewed_at = ${at}, reviewed_by = ${by}
      where id in (select id from papers where reviewed_at is null)
    )
    select count(*)::int as found from papers`.execute(tx);
  return rows[0]?.found ?? 0;
}
