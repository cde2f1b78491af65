import { sql } from 'kysely';
import type { Subjects } from '../../../../domain/access/subjects.ts';
import type { ImportState } from '../../../../domain/customers/import/columns.ts';
import type { InvitationState } from '../../../../domain/customers/import/same-person.ts';
import type { ImportForm, ImportHouses } from '../../../db/tables/providers.ts';
import type { Tx } from '../../../pipeline/context.ts';
import type { ListFile } from './upload/list-file.ts';

/** An import as its importer and others who can add customers there see it (ENT-24). */
export type CustomerImport = {
  id: string;
  /** Name of the file. */
  name: string;
  provider_id: string | null;
  state: ImportState;
  /** Line of the file that was processed last. */
  line: number;
  /** Number of lines with a customer; how many of them were processed, were invited, and could not be used. */
  total: number;
  reached: number;
  done: number;
  failed: number;
  imported_by: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  /** For a checked list: new customers, those of them without an address, lines to decide and to mend; null for older imports. */
  fresh: number | null;
  addressless: number | null;
  doubtful: number | null;
  faulty: number | null;
  /** Existing customers: updated by a line, or left unchanged. */
  updated: number;
  kept: number;
  taken_back: number;
  invitations: InvitationState | null;
  invitations_due_at: Date | null;
};

/** An import with its provider, as a subject. */
export type ImportSubject = Subjects['provider'] & {
  row: CustomerImport &
    Omit<ListFile, 'key_sealed' | 'size'> & {
      size: number | null;
      key_sealed: Buffer | null;
      form: ImportForm | null;
      house_counts: ImportHouses | null;
      /** How often a line was mended. */
      mended: number;
    };
};

const importRows = (tx: Tx) =>
  tx
    .selectFrom('customer_imports as i')
    .leftJoin('users as importer', 'importer.id', 'i.imported_by')
    .select([
      'i.id',
      'i.name',
      'i.provider_id',
      'i.state',
      'i.line',
      'i.total',
      'i.reached',
      'i.done',
      'i.failed',
      'i.imported_by',
      'importer.first_name',
      'importer.last_name',
      'i.created_at',
      'i.started_at',
      'i.finished_at',
      'i.fresh',
      'i.addressless',
      'i.doubtful',
      'i.faulty',
      'i.updated',
      'i.kept',
      'i.taken_back',
      'i.invitations',
      'i.invitations_due_at',
    ]);

/** Loads an import by its id or by the storage key of its file; null if it does not exist or belongs to an archived provider. */
export async function findImportSubject(
  by: { id: string } | { storage_key: string },
  { tx, lock }: { tx: Tx; lock: boolean },
): Promise<ImportSubject | null> {
  let query = importRows(tx)
    .innerJoin('providers', 'providers.id', 'i.provider_id')
    .select([
      'i.storage_key',
      'i.size',
      'i.key_sealed',
      'i.form',
      'i.houses as house_counts',
      'i.mended',
      'providers.path',
    ])
    .where('providers.archived', '=', false);
  query = 'id' in by ? query.where('i.id', '=', by.id) : query.where('i.storage_key', '=', by.storage_key);
  const found = await (lock ? query.forUpdate('i') : query).executeTakeFirst();
  if (!found || found.provider_id === null) return null;
  const { path, ...row } = found;
  return { kind: 'provider', providerId: found.provider_id, providerPath: path, row };
}

export async function getImport(tx: Tx, id: string): Promise<CustomerImport> {
  return importRows(tx).where('i.id', '=', id).executeTakeFirstOrThrow();
}

/** Loads the started imports of a provider, newest first, and their number. */
export async function findImports(
  tx: Tx,
  providerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ count: number; data: CustomerImport[] }> {
  const ofProvider = sql<boolean>`i.provider_id = ${providerId} and i.state in ('running', 'done', 'stopped')`;
  const [data, { count }] = await Promise.all([
    importRows(tx)
      .where(ofProvider)
      .orderBy('i.created_at', 'desc')
      .orderBy('i.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    tx
      .selectFrom('customer_imports as i')
      .select(sql<number>`count(*)::int`.as('count'))
      .where(ofProvider)
      .executeTakeFirstOrThrow(),
  ]);
  return { count, data };
}

/**
 * Loads a provider to which customers can be added; null for an unknown and for an archived one. `lock` keeps its row unchanged
 * until the end of the transaction.
 */
export async function findAddingProvider(
  id: string,
  { tx, lock }: { tx: Tx; lock: boolean },
): Promise<Subjects['provider'] | null> {
  const query = tx
    .selectFrom('providers')
    .select(['id', 'path'])
    .where('id', '=', id)
    .where('archived', '=', false);
  const row = await (lock ? query.forShare() : query).executeTakeFirst();
  return row ? { kind: 'provider', providerId: row.id, providerPath: row.path } : null;
}

/** Loads the sealed unusable lines of an import, in the order of the file. */
export function findProblems(
  tx: Tx,
  importId: string,
  { after, offset = 0, limit }: { after?: number; offset?: number; limit: number },
): Promise<{ line: number; row_sealed: Buffer }[]> {
  return tx
    .selectFrom('customer_import_problems')
    .select(['line', 'row_sealed'])
    .where('import_id', '=', importId)
    .where('line', '>', after ?? 0)
    .orderBy('line')
    .offset(offset)
    .limit(limit)
    .execute();
}
