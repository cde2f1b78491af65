import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { DoneBy } from '../../../domain/access/done-by.ts';
import type { Subjects } from '../../../domain/access/subjects.ts';
import type { DocumentType, FileCategory } from '../../../domain/files/categories.ts';
import type { CheckProblem } from '../../../domain/files/check-problems.ts';
import type { PhotographedPage } from '../../../domain/files/photographs.ts';
import type { FilesTable } from '../../db/tables/plans.ts';
import { recordActivity } from '../../pipeline/audit/activities.ts';
import type { Tx } from '../../pipeline/context.ts';
import type { FilePart } from './bytes/content.ts';

/** A file as its owner sees it (ENT-13). */
export type File = Omit<
  Selectable<FilesTable>,
  | 'key_sealed'
  | 's3_file_path'
  | 'is_external_eol'
  | 'added_by'
  | 'reviewed_at'
  | 'reviewed_by'
  | 'set_aside_by'
  | 'owner_confirmed_at'
> & {
  /** Number of contacts who accepted the invitation and can read the file. */
  shared_with_count: number;
  /** State of the upload until it is finished; null for a finished file. */
  upload: UploadState | null;
};

/** An upload as its owner sees it. `problem` is the reason if the check by a job refused it. */
export type UploadState = {
  parts: number[];
  expires_at: Date;
  is_checking: boolean;
  problem: CheckProblem | null;
  /** Photographs of an unfinished document; null for an upload of a file. */
  pages: PhotographedPage[] | null;
};

/** Maximum number of files in a list: as many as a person may keep, plus the signed plan. */
const listAtMost = 501;

type Row = Omit<File, 'upload'> & {
  upload_expires_at: Date | null;
  parts: number[] | null;
  checking_since: Date | null;
  check_problem: CheckProblem | null;
  pages: PhotographedPage[] | null;
};

/** Selects files of one person; the contacts who accepted are looked up once for all files. */
const selectFiles = (wanted: { userId: RawBuilder<unknown>; where: RawBuilder<unknown> }) => sql<Row>`
  with readers as materialized (
    select id, "fullAccess" as reads_all from trusted_contacts where user_id = ${wanted.userId} and status = 'accepted'
  )
  select f.id, f.user_id, f.logical_file_id, f.category, f.document_type, f.file_name, f.size, f.note, f.is_active,
    f.is_uploaded, f.is_questionnaire, f.is_eol, f.uploaded_timestamp, f.activated_timestamp, f.replaced_at, f.created_at, f.s3_key, f.set_aside_at,
    (select count(*) from readers r
      where f.is_active
        and (r.reads_all or exists (select 1 from shared_files s where s.file_id = f.id and s.shared_with = r.id))
    ) as shared_with_count,
    u.expires_at as upload_expires_at, u.checking_since, u.problem as check_problem, u.pages,
    case when u.file_id is not null then array(
      select o.number from file_objects o where o.file_id = f.id and o.number is not null order by o.number
    ) end as parts
  from files f left join file_uploads u on u.file_id = f.id
  where ${wanted.where}
  order by f.created_at desc, f.id limit ${listAtMost}`;

const fileOf = ({ upload_expires_at, parts, checking_since, check_problem, pages, ...file }: Row): File => ({
  ...file,
  upload: upload_expires_at && {
    parts: parts ?? [],
    expires_at: upload_expires_at,
    is_checking: checking_since !== null && check_problem === null,
    problem: check_problem,
    pages,
  },
});

/**
 * Finds a person's files, newest first; only those of `category` unless it is null. Leaves out a document that staff are still
 * uploading: they have to finish it.
 */
export async function findFiles(tx: Tx, userId: string, category: FileCategory | null): Promise<File[]> {
  const { rows } = await selectFiles({
    userId: sql`${userId}`,
    where: sql`f.user_id = ${userId} and (${category}::text is null or f.category = ${category})
      and not (f.is_eol and u.file_id is not null)`,
  }).execute(tx);
  return rows.map(fileOf);
}

export async function getFile(tx: Tx, id: string): Promise<File> {
  const { rows } = await selectFiles({
    userId: sql`(select user_id from files where id = ${id})`,
    where: sql`f.id = ${id}`,
  }).execute(tx);
  return fileOf(rows[0] as Row);
}

/** A file with the fields that its owner does not see. */
export type StoredFile = Subjects['account'] &
  Pick<
    Selectable<FilesTable>,
    | 'id'
    | 'category'
    | 'file_name'
    | 'size'
    | 's3_key'
    | 'key_sealed'
    | 'is_active'
    | 'is_questionnaire'
    | 'is_eol'
    | 'activated_timestamp'
    | 'logical_file_id'
    | 'added_by'
    | 'set_aside_at'
    | 'owner_confirmed_at'
  > & {
    upload_expires_at: Date | null;
    /** When the file was left to a job to check; null if it was not. */
    checking_since: Date | null;
    /** False while a file of a sign-up waits for the address to be verified. */
    becomes_file: boolean | null;
    check_problem: CheckProblem | null;
    /** Photographs of an unfinished document; null for a file, and for an upload of one. */
    pages: PhotographedPage[] | null;
  };

const stored = (tx: Tx) =>
  tx
    .selectFrom('files')
    .leftJoin('file_uploads', 'file_uploads.file_id', 'files.id')
    .select([
      'files.id',
      'files.user_id as ownerId',
      'files.category',
      'files.file_name',
      'files.size',
      'files.s3_key',
      'files.key_sealed',
      'files.is_active',
      'files.is_questionnaire',
      'files.is_eol',
      'files.activated_timestamp',
      'files.logical_file_id',
      'files.added_by',
      'files.set_aside_at',
      'files.owner_confirmed_at',
      'file_uploads.expires_at as upload_expires_at',
      'file_uploads.checking_since',
      'file_uploads.becomes_file',
      'file_uploads.pages',
      sql<CheckProblem | null>`file_uploads.problem`.as('check_problem'),
    ]);

/** Finds a file by its id; null if there is none. */
export async function findStoredFile(tx: Tx, id: string): Promise<StoredFile | null> {
  const row = await stored(tx).where('files.id', '=', id).executeTakeFirst();
  return row ? { kind: 'account', ...row } : null;
}

/** Finds a person's directive by its key in the object store (FILE-07); null if there is none. */
export async function findFileByKey(tx: Tx, userId: string, key: string): Promise<StoredFile | null> {
  const row = await stored(tx)
    .where('files.user_id', '=', userId)
    .where('files.s3_key', '=', key)
    .where('files.category', '=', 'ACP')
    .executeTakeFirst();
  return row ? { kind: 'account', ...row } : null;
}

/** Locks a person's files, so that concurrent changes cannot exceed the quota or leave two directives in force. */
export async function lockFilesOf(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Finds a file by its id. With `lock`, locks the person before the file: the same order as the deletion of an account. */
export async function findFileForChange(tx: Tx, id: string, lock: boolean): Promise<StoredFile | null> {
  const found = await findStoredFile(tx, id);
  if (!lock || !found) return found;
  await lockFilesOf(tx, found.ownerId);
  await tx.selectFrom('files').select('id').where('id', '=', id).forUpdate().execute();
  return findStoredFile(tx, id);
}

/** Space that a person's files take, and the number of unfinished uploads. */
export type Usage = { bytes: number; files: number; unfinished: number };

/** Condition for what counts for the quota: files, and uploads that a job checks. A refused upload does not count at all. */
const isKept = sql<boolean>`(file_uploads.file_id is null
  or (file_uploads.checking_since is not null and file_uploads.problem is null))`;

/** Returns the bytes and the number of files that a person keeps; unfinished uploads are counted separately. */
export async function findUsage(tx: Tx, userId: string, isDocument = false): Promise<Usage> {
  return tx
    .selectFrom('files')
    .leftJoin('file_uploads', 'file_uploads.file_id', 'files.id')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(files.size) filter (where ${isKept}), 0)`.as('bytes'),
      fn.countAll<number>().filterWhere(isKept).as('files'),
      fn
        .count<number>('file_uploads.file_id')
        .filterWhere('files.is_eol', '=', isDocument)
        .filterWhere('file_uploads.checking_since', 'is', null)
        .as('unfinished'),
    ])
    .where('files.user_id', '=', userId)
    .where('files.is_questionnaire', '=', false)
    .executeTakeFirstOrThrow();
}

export type NewFile = {
  id: string;
  user_id: string;
  category: FileCategory;
  document_type: DocumentType | null;
  file_name: string;
  /** In bytes; null until it is known. */
  size: number | null;
  note: string | null;
  key_sealed: Buffer;
  /** The staff member who adds the file in the person's account. */
  added_by?: string | null;
};

/** Inserts a file whose bytes have not arrived yet. */
export async function insertUpload(tx: Tx, file: NewFile, now: Date, expiresAt: Date): Promise<void> {
  const s3_key = crypto.randomUUID();
  await tx
    .insertInto('files')
    .values({ ...file, s3_key, s3_file_path: `files/${s3_key}`, created_at: now })
    .execute();
  await tx
    .insertInto('file_uploads')
    .values({ file_id: file.id, user_id: file.user_id, expires_at: expiresAt })
    .execute();
}

/** Selects the directives in use that a person added, newest first. Papers that staff added belong to an external plan instead. */
export const directivesInUse = (db: Tx, userId: string | RawBuilder<string>) =>
  db
    .selectFrom('files')
    .select('activated_timestamp')
    .where('user_id', '=', userId)
    .where('category', '=', 'ACP')
    .where('is_active', '=', true)
    .where('is_uploaded', '=', true)
    .where('is_eol', '=', false)
    .where('is_questionnaire', '=', false)
    .orderBy('activated_timestamp', 'desc');

/** Returns the parts of a file that have arrived, in order. */
export async function findParts(tx: Tx, fileId: string): Promise<(FilePart & { number: number })[]> {
  const rows = await tx
    .selectFrom('file_objects')
    .select(['id', 'key', 'size', 'number'])
    .where('file_id', '=', fileId)
    .where('number', 'is not', null)
    .orderBy('number')
    .execute();
  return rows.map(({ number, ...part }) => ({ ...part, number: number ?? 0 }));
}

/** Deletes a file. Its objects then belong to no file, and are removed after the commit. */
export async function removeFile(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('files').where('id', '=', id).execute();
}

/** Notes that a directive of a card is no longer in use: a replica that lacks this is not read for the card (docs/decisions/0141). */
export async function noteDirectiveChange(tx: Tx, userId: string): Promise<void> {
  await tx.insertInto('card_changes').values({ user_id: userId }).execute();
}

/** Adds what was done with a file to the recent activities; only the owner sees the file's name. */
export const recordFileActivity = (
  tx: Tx,
  template: 'FILE_UPLOADED' | 'FILE_DELETED' | 'FILE_SET_ASIDE' | 'FILE_USED_AGAIN',
  { ownerId, file_name }: Pick<StoredFile, 'ownerId' | 'file_name'>,
  by: DoneBy,
  at: Date,
): Promise<void> => {
  return recordActivity(tx, { template, userId: ownerId, ...by, at }, { file: file_name });
};
