import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { CheckProblem } from '../../../domain/files/check-problems.ts';
import { earlierFileList, type EarlierFileStatus } from '../../../domain/lists/definitions/earlier-files.ts';
import type { Page } from '../../../domain/lists/page.ts';
import type { ListQuery } from '../../../domain/lists/query.ts';
import { fullName } from '../../../domain/names.ts';
import { customerRole } from '../../db/customer-role.ts';
import { listSource, readPage } from '../../db/lists/page.ts';
import type { Tx } from '../../pipeline/context.ts';

export type EarlierKind = 'questionnaire' | 'eol';

/** A file of the earlier system as its administrator sees it. */
export type EarlierFile = {
  id: string;
  kind: EarlierKind;
  file_name: string;
  /** Bytes. */
  size: number;
  /** The address of its person in the earlier system. */
  earlier_email: string;
  status: EarlierFileStatus;
  problem: CheckProblem | null;
  user_id: string | null;
  customer_name: string | null;
  customer_email: string | null;
  created_at: Date;
  settled_at: Date | null;
};

const fileRows = (tx: Tx) =>
  tx
    .selectFrom('earlier_files')
    .leftJoin('users', 'users.id', 'earlier_files.user_id')
    .select([
      'earlier_files.id',
      'earlier_files.kind',
      'earlier_files.file_name',
      'earlier_files.size',
      'earlier_files.legacy_email as earlier_email',
      'earlier_files.status',
      'earlier_files.user_id',
      'earlier_files.created_at',
      'earlier_files.settled_at',
      'users.first_name',
      'users.last_name',
      'users.email as customer_email',
    ])
    .select(sql<CheckProblem | null>`earlier_files.problem`.as('problem'));

type Row = Omit<EarlierFile, 'customer_name'> & { first_name: string | null; last_name: string | null };

const fileOf = ({ first_name, last_name, ...row }: Row): EarlierFile => ({
  ...row,
  customer_name: fullName({ first_name, last_name }) || null,
});

type KindScope = Scope & { readonly kind: EarlierKind };

const source = listSource(earlierFileList, {
  rows: (tx, { kind }: KindScope) => fileRows(tx).where('earlier_files.kind', '=', kind),
  id: 'earlier_files.id',
  filters: { status: (status) => sql<boolean>`earlier_files.status = ${status}` },
  sorts: { created_at: 'earlier_files.created_at' },
});

/** Returns a page of the files of a kind, newest first. The caller checks access. */
export async function findEarlierFiles(
  tx: Tx,
  scope: KindScope,
  query: ListQuery<typeof earlierFileList>,
): Promise<Page<EarlierFile>> {
  const page = await readPage(tx, source, scope, query);
  return { ...page, data: page.data.map(fileOf) };
}

/** Returns files by their ids, in the order of the list; with `lock`, locked until the transaction ends. */
export async function findByIds(tx: Tx, ids: readonly string[], lock: boolean): Promise<EarlierFile[]> {
  if (lock)
    await tx
      .selectFrom('earlier_files')
      .select('id')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate()
      .execute();
  const rows = await fileRows(tx)
    .where('earlier_files.id', 'in', [...ids])
    .orderBy('earlier_files.created_at', 'desc')
    .orderBy('earlier_files.id', 'desc')
    .execute();
  return rows.map(fileOf);
}

/** Returns the sealed bytes of a file with their key; null once a file of a customer was made of it. */
export async function findContent(
  tx: Tx,
  id: string,
): Promise<{ key_sealed: Buffer; content: Buffer } | null> {
  const row = await tx
    .selectFrom('earlier_files')
    .select(['key_sealed', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.content && row.key_sealed ? { key_sealed: row.key_sealed, content: row.content } : null;
}

/**
 * Returns the id of the customer with an address, here or in the earlier system; null for none, and if two customers have it.
 */
export async function findCustomerByEmail(tx: Tx, email: string): Promise<string | null> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('permission_role_id', '=', customerRole)
    .where((where) => where.or([where('email', '=', email), where('legacy_email', '=', email)]))
    .limit(2)
    .execute();
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

export type Settled =
  | { status: 'done'; file_id: string; at: Date }
  | { status: 'refused'; problem: CheckProblem; at: Date };

/** Stores what became of a file. The bytes of one that is a customer's file now are deleted here. */
export async function settle(tx: Tx, id: string, settled: Settled): Promise<void> {
  const { status, at } = settled;
  await tx
    .updateTable('earlier_files')
    .set({
      status,
      settled_at: at,
      ...(settled.status === 'done'
        ? { file_id: settled.file_id, problem: null, content: null, key_sealed: null }
        : { problem: settled.problem }),
    })
    .where('id', '=', id)
    .execute();
}

/** Links a file to a customer. It can be checked again. */
export async function link(tx: Tx, id: string, userId: string): Promise<void> {
  await tx
    .updateTable('earlier_files')
    .set({ user_id: userId, status: 'waiting', problem: null, settled_at: null })
    .where('id', '=', id)
    .execute();
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('earlier_files').where('id', '=', id).execute();
}

export type NewEarlierFile = {
  id: string;
  kind: EarlierKind;
  user_id: string | null;
  legacy_email: string;
  file_name: string;
  size: number;
  sha256: Buffer;
  key_sealed: Buffer;
  content: Buffer;
};

/** Inserts a file. Returns false if the same bytes are already there for that address. */
export async function insert(tx: Tx, file: NewEarlierFile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('earlier_files')
    .values(file)
    .onConflict((conflict) => conflict.columns(['kind', 'legacy_email', 'sha256']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
