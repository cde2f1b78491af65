import { sql } from 'kysely';
import type { Database } from '../db/connect.ts';
import type { ObjectStore } from '../ports/object-store/port.ts';
import { readMark, writeMark, type Mark } from './mark.ts';

/** Whether the database is the one in use, or why it is not. */
export type InstallationState = 'in-use' | 'copied-elsewhere' | 'older-than-its-files' | 'no-mark';

type Row = { id: string; generation: number; database: string };

/** The numbers that PostgreSQL gives a cluster and a database in it: a copy that was restored from a dump has others. */
const databaseNumbers = sql<string>`
  (select system_identifier::text from pg_control_system()) || '/' ||
  (select oid::text from pg_database where datname = current_database())`;

async function findRow(db: Database): Promise<Row | undefined> {
  const { rows } = await sql<{ id: string; generation: string; database: string }>`
    select id, generation, ${databaseNumbers} as database from installation`.execute(db);
  return rows[0] && { ...rows[0], generation: Number(rows[0].generation) };
}

/** Makes the row of a database that has none. Another server may do the same at that moment. */
async function makeRow(db: Database): Promise<boolean> {
  const made = await db
    .insertInto('installation')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Raises the generation, and writes the mark after it: a server that dies in between leaves a database newer than its mark. */
async function markInUse(db: Database, store: ObjectStore): Promise<void> {
  await sql`update installation set generation = generation + 1`.execute(db);
  const row = await findRow(db);
  if (row) await writeMark(store, row.id, row);
}

function stateOf({ database, generation }: Row, mark: Mark | null): InstallationState {
  if (mark === null) return 'no-mark';
  if (mark.database !== database) return 'copied-elsewhere';
  return generation < mark.generation ? 'older-than-its-files' : 'in-use';
}

/**
 * Whether this database is the one in use, by the mark beside its files. Marks it where the database has no id yet, as at the first start.
 * @throws ObjectStoreError where the files cannot be reached, and what the database throws
 */
export async function findInstallationState(db: Database, store: ObjectStore): Promise<InstallationState> {
  const found = await findRow(db);
  if (found) return stateOf(found, await readMark(store, found.id));
  if (await makeRow(db)) await markInUse(db, store);
  return 'in-use';
}

/**
 * Raises the generation of the database in use, so that a copy of today is known as one from tomorrow on. Does nothing in a copy.
 * @throws ObjectStoreError where the files cannot be reached, and what the database throws
 */
export async function renewMark(db: Database, store: ObjectStore): Promise<void> {
  if ((await findInstallationState(db, store)) === 'in-use') await markInUse(db, store);
}

/**
 * Makes this database the one in use, whatever the mark says. The one that was in use before deletes, mails and charges nothing more from
 * its next start on.
 * @throws ObjectStoreError where the files cannot be reached, and what the database throws
 */
export async function putInUse(db: Database, store: ObjectStore): Promise<void> {
  await makeRow(db);
  const row = await findRow(db);
  const mark = row && (await readMark(store, row.id));
  if (mark)
    await sql`update installation set generation = greatest(generation, ${mark.generation})`.execute(db);
  await markInUse(db, store);
}
