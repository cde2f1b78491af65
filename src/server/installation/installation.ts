import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../db/connection/connect.ts';
import type { ObjectStore } from '../ports/object-store/port.ts';
import { readMark, removeMark, writeMark, type Mark } from './mark.ts';

/** Whether the database is the one in use, or why it is not. */
export type InstallationState = 'in-use' | 'copied-elsewhere' | 'older-than-its-files' | 'no-mark';

type Row = { id: string; generation: number; database: string };

/** PostgreSQL's numbers of the cluster and the database: a copy that was restored from a dump has different numbers. */
const databaseNumbers = sql<string>`
  (select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database())`;

async function findRow(db: Database): Promise<Row | undefined> {
  const { rows } = await sql<{ id: string; generation: string; database: string }>`
    select id, generation, ${databaseNumbers} as database from installation`.execute(db);
  return rows[0] && { ...rows[0], generation: Number(rows[0].generation) };
}

/** Inserts the row if the database has none. Returns false if another server inserted it. */
async function makeRow(db: Database, id: string): Promise<boolean> {
  const made = await db
    .insertInto('installation')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Raises the generation, then writes the mark: if the server dies in between, the database is newer than its mark, which is
 * allowed.
 */
async function markInUse(db: Database, store: ObjectStore): Promise<void> {
  await sql`update installation set generation = generation + 1`.execute(db);
  const row = await findRow(db);
  if (row) await writeMark(store, row.id, row);
}

/**
 * Marks a new database as the one in use. The mark is written before the row: if the files are unavailable, the next start is
 * again the first one. Of several servers that start together, one inserts the row; the marks of the others are removed.
 */
async function begin(db: Database, store: ObjectStore): Promise<void> {
  const id = randomUUID();
  const { rows } = await sql<{ database: string }>`select ${databaseNumbers} as database`.execute(db);
  await writeMark(store, id, { database: rows[0]?.database ?? '', generation: 1 });
  if (!(await makeRow(db, id))) await removeMark(store, id);
}

function stateOf({ database, generation }: Row, mark: Mark | null): InstallationState {
  if (mark === null) return 'no-mark';
  if (mark.database !== database) return 'copied-elsewhere';
  return generation < mark.generation ? 'older-than-its-files' : 'in-use';
}

/**
 * Returns whether this database is the one in use, by the mark stored with its files. At the first start, when the database has
 * no id yet, marks it as in use.
 * @throws ObjectStoreError if the files are unavailable, and errors of the database
 */
export async function findInstallationState(db: Database, store: ObjectStore): Promise<InstallationState> {
  const found = await findRow(db);
  if (found) return stateOf(found, await readMark(store, found.id));
  await begin(db, store);
  return 'in-use';
}

/**
 * Raises the generation of the database in use, so that an older copy of it can be recognised. Does nothing in a copy.
 * @throws ObjectStoreError if the files are unavailable, and errors of the database
 */
export async function renewMark(db: Database, store: ObjectStore): Promise<void> {
  if ((await findInstallationState(db, store)) === 'in-use') await markInUse(db, store);
}

/**
 * Makes this database the one in use, whatever the mark contains. After its next start, a server of the previous database
 * deletes, mails and charges nothing.
 * @throws ObjectStoreError if the files are unavailable, and errors of the database
 */
export async function putInUse(db: Database, store: ObjectStore): Promise<void> {
  await makeRow(db, randomUUID());
  const row = await findRow(db);
  const mark = row && (await readMark(store, row.id));
  if (mark)
    await sql`update installation set generation = greatest(generation, ${mark.generation})`.execute(db);
  await markInUse(db, store);
}
