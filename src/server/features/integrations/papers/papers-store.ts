import { sql } from 'kysely';
import type { PaperProblem } from '../../../../domain/integrations/papers.ts';
import type { CareFailure } from '../../../ports/residential-care/port.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { inUse, linkTables } from '../sending/sending-store.ts';

/** A link whose resident's papers are fetched, and whether staff locked the customer's plan. */
export type PaperLink = { id: string; residentId: string; userId: string; isLocked: boolean };

const linkColumns = sql`l.id, l.resident_id as "residentId", l.user_id as "userId", coalesce(a.locked, false) as "isLocked"`;

/** Finds some links in use of a connection after an id, in the order of ids. Residents who left are left out. */
export async function findPaperLinks(
  tx: Tx,
  integrationId: string,
  after: string | null,
  atMost: number,
): Promise<PaperLink[]> {
  const { rows } = await sql<PaperLink>`
    select ${linkColumns} from ${linkTables}
    where l.integration_id = ${integrationId} and ${inUse} and (${after}::uuid is null or l.id > ${after})
      and not exists (
        select 1 from integration_residents r
        where r.integration_id = l.integration_id and r.resident_id = l.resident_id and not r.active)
    order by l.id limit ${atMost}`.execute(tx);
  return rows;
}

/** Returns the link if it is in use, locked until the transaction ends. */
export async function findLinkForChange(tx: Tx, linkId: string): Promise<PaperLink | null> {
  const { rows } = await sql<PaperLink>`
    select ${linkColumns} from ${linkTables}
    where l.id = ${linkId} and ${inUse} for update of l`.execute(tx);
  return rows[0] ?? null;
}

/** A paper that was seen before. `failure` says why it has no file; without a file and a failure, staff deleted the file. */
export type SeenPaper = {
  paper_id: string;
  file_id: string | null;
  failure: CareFailure | 'tooLarge' | null;
  change_mark: string | null;
};

export const findSeenPapers = (tx: Tx, linkId: string): Promise<SeenPaper[]> =>
  tx
    .selectFrom('integration_papers')
    .select(['paper_id', 'file_id', 'failure', 'change_mark'])
    .where('link_id', '=', linkId)
    .execute();

/** Records why a paper has no file. */
export async function recordProblem(
  tx: Tx,
  paper: { linkId: string; paperId: string },
  failure: CareFailure | PaperProblem,
  now: Date,
): Promise<void> {
  await sql`
    insert into integration_papers (link_id, paper_id, failure, seen_at)
    values (${paper.linkId}, ${paper.paperId}, ${failure}, ${now})
    on conflict (link_id, paper_id) do update set failure = excluded.failure, seen_at = excluded.seen_at
    where integration_papers.file_id is null`.execute(tx);
}

/** Records the file of a paper with the mark of its last change. `file_id` is null if staff deleted the file. */
export async function recordFile(
  tx: Tx,
  paper: { linkId: string; paperId: string },
  { file_id, change_mark }: Pick<SeenPaper, 'file_id' | 'change_mark'>,
  now: Date,
): Promise<void> {
  await sql`
    insert into integration_papers (link_id, paper_id, file_id, change_mark, seen_at)
    values (${paper.linkId}, ${paper.paperId}, ${file_id}, ${change_mark}, ${now})
    on conflict (link_id, paper_id) do update
    set file_id = excluded.file_id, change_mark = excluded.change_mark, failure = null, seen_at = excluded.seen_at`.execute(
    tx,
  );
}

/** Records the mark of a paper whose file stays: its first mark, or that of a change that cannot become a file. */
export async function recordMark(
  tx: Tx,
  paper: { linkId: string; paperId: string },
  change_mark: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('integration_papers')
    .set({ change_mark, seen_at: now })
    .where('link_id', '=', paper.linkId)
    .where('paper_id', '=', paper.paperId)
    .execute();
}

/** Returns the name of the file of a paper, locked; null if staff deleted or replaced the file. */
export async function findPaperFile(tx: Tx, userId: string, fileId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('files')
    .select('file_name')
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .where('is_external_eol', '=', true)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return row?.file_name ?? null;
}

/**
 * Finds the record of a paper under an earlier link of the same resident and customer, which was removed; null if there is none.
 * Its file stayed, unless staff deleted it.
 */
export async function findEarlierPaper(
  tx: Tx,
  { id }: PaperLink,
  paperId: string,
): Promise<Pick<SeenPaper, 'file_id' | 'change_mark'> | null> {
  const { rows } = await sql<Pick<SeenPaper, 'file_id' | 'change_mark'>>`
    select paper.file_id, paper.change_mark from integration_links own
    join integration_links earlier on earlier.integration_id = own.integration_id
      and earlier.resident_id = own.resident_id and earlier.user_id = own.user_id and earlier.id <> own.id
    join integration_papers paper on paper.link_id = earlier.id and paper.paper_id = ${paperId} and paper.failure is null
    where own.id = ${id}
    order by paper.file_id is null, paper.seen_at desc limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Removes the records of papers without a file that the system no longer lists. Those of files that staff deleted are kept. */
export async function removeUnlistedProblems(
  tx: Tx,
  linkId: string,
  listed: readonly string[],
): Promise<void> {
  await sql`
    delete from integration_papers
    where link_id = ${linkId} and failure is not null and paper_id <> all(${[...listed]}::text[])`.execute(
    tx,
  );
}

export async function removePaper(tx: Tx, linkId: string, paperId: string): Promise<void> {
  await tx
    .deleteFrom('integration_papers')
    .where('link_id', '=', linkId)
    .where('paper_id', '=', paperId)
    .execute();
}

/** Deletes the file of a paper; its bytes are deleted after the commit. False if it was deleted before. */
export async function removePaperFile(tx: Tx, userId: string, fileId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('files')
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .where('is_external_eol', '=', true)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts the current end-of-life documents of a person: all, and those of residential-care systems. */
export async function countDocuments(tx: Tx, userId: string): Promise<{ all: number; external: number }> {
  const { rows } = await sql<{ all: number; external: number }>`
    select count(*)::int as "all", count(*) filter (where is_external_eol)::int as external
    from files where user_id = ${userId} and is_eol and is_active`.execute(tx);
  return rows[0]!;
}

export async function markFileExternal(tx: Tx, fileId: string): Promise<void> {
  await tx.updateTable('files').set({ is_external_eol: true }).where('id', '=', fileId).execute();
}

export async function markPlanExternal(tx: Tx, acpId: string): Promise<void> {
  await tx.updateTable('acps').set({ external: true }).where('id', '=', acpId).execute();
}
