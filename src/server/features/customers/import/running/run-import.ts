import { sql } from 'kysely';
import { invitationsWaitMs } from '../../../../../domain/customers/import/same-person.ts';
import { melbourneDate } from '../../../../../domain/fields.ts';
import type { Context, Services } from '../../../../pipeline/context.ts';
import { ObjectStoreError } from '../../../../ports/object-store/port.ts';
import { finishCustomerImport, importCustomerRows } from './batch-operations.ts';
import { findMends } from '../checking/mends-store.ts';
import { readList, type ListFile } from '../upload/list-file.ts';
import { findHouses } from '../checking/houses-store.ts';
import { removeLines } from '../checking/lines-store.ts';
import { rowsOf, type ImportRow, type ReadWith } from '../reading/rows.ts';
import { givingWay } from '../reading/turns.ts';

/** Number of lines in one transaction. */
const batchRows = 100;

/** Pause after a batch, as a share of the time that it took. */
const leftToOthers = 0.25;

/** Number of immediate retries when two imports of the same people conflict. */
const triesAtOnce = 4;

const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** Groups the lines of a list into batches, after the first `skipped` lines. */
async function* batchesOf(rows: AsyncIterable<ImportRow[]>, skipped: number): AsyncGenerator<ImportRow[]> {
  let left = skipped;
  let held: ImportRow[] = [];
  for await (const some of rows) {
    const behind = some.slice(left);
    left = Math.max(0, left - some.length);
    held.push(...behind);
    while (held.length >= batchRows) yield held.splice(0, batchRows);
  }
  if (held.length > 0) yield held;
}

/**
 * Runs an import from its current position to its end. When it is started again after a process died, or runs twice at once, it
 * invites each customer only once. `makeContext` returns a context for calls by the product itself.
 * @throws a temporary error, such as an unavailable store; the import then keeps its position
 */
export async function runImport(context: Context, importId: string): Promise<void> {
  const { services } = context;
  const row = await services.db
    .selectFrom('customer_imports')
    .selectAll()
    .where('id', '=', importId)
    .executeTakeFirst();
  if (!row) return;
  if (row.state === 'running') {
    const { size, key_sealed, storage_key, started_at, form, provider_id } = row;
    if (size === null || key_sealed === null || provider_id === null) {
      await finishCustomerImport.call(context, { id: importId, state: 'stopped' });
      return;
    }
    const file = { id: importId, storage_key, size, key_sealed };
    const today = melbourneDate(started_at ?? services.clock());
    const reading = {
      form: form ?? {},
      houses: await findHouses(services.db, provider_id, null),
      mended: await findMends(services.db, services, importId),
    };
    await workOff(context, file, { reached: row.reached, today, reading });
  }
  await removeList(services, importId);
}

async function workOff(
  context: Context,
  file: ListFile,
  from: { reached: number; today: string; reading: ReadWith },
): Promise<void> {
  let { reached } = from;
  const turns = givingWay(leftToOthers);
  try {
    for await (const rows of batchesOf(
      rowsOf(readList(context.services, file), from.today, from.reading),
      reached,
    )) {
      const outcome = await tryBatch(context, { id: file.id, reached, rows });
      if (outcome !== 'done') return;
      reached += rows.length;
      await turns.end();
    }
  } catch (error) {
    if (!(error instanceof ObjectStoreError && error.code === 'missing')) throw error;
    await finishCustomerImport.call(context, { id: file.id, state: 'stopped' });
    return;
  }
  await finishCustomerImport.call(context, { id: file.id, state: 'done' });
}

async function tryBatch(context: Context, batch: { id: string; reached: number; rows: ImportRow[] }) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importCustomerRows.call(context, batch);
    } catch (error) {
      if (!isDeadlock(error) || attempt === triesAtOnce) throw error;
    }
  }
}

/** Deletes the file of a finished import: first the bytes, then their key. @throws ObjectStoreError */
export async function removeList(
  { db, objectStore }: Pick<Services, 'db' | 'objectStore'>,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom('customer_imports')
    .select('storage_key')
    .where('id', '=', id)
    .where('state', 'in', ['done', 'stopped'])
    .where('key_sealed', 'is not', null)
    .executeTakeFirst();
  if (!row) return;
  await removeLines(db, id);
  await objectStore.delete([row.storage_key]);
  await db.updateTable('customer_imports').set({ key_sealed: null }).where('id', '=', id).execute();
}

/** How long an uploaded list that was never started is kept, in hours. */
const waitingHours = 24;

/** Number of imports that one step cleans up. */
const tidyBatch = 100;

/**
 * Emits the event again for invitations that were due an hour ago: a server of the previous release does not know the event, and
 * drops it during an upgrade.
 */
async function wakeInvitations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - invitationsWaitMs);
  await sql`
    insert into outbox (type, payload)
    select 'customer-import.invitations-due', jsonb_build_object('import_id', id)
    from customer_imports where invitations = 'waiting' and invitations_due_at < ${before}`.execute(db);
}

/**
 * Deletes uploaded lists that were never started, with their imports, and files that a process left behind.
 * @throws ObjectStoreError
 */
export async function tidyImports(services: Pick<Services, 'db' | 'objectStore' | 'clock'>): Promise<void> {
  const { db, objectStore, clock } = services;
  await wakeInvitations(services);
  const before = new Date(clock().getTime() - waitingHours * 60 * 60_000);
  for (;;) {
    const rows = await db
      .selectFrom('customer_imports')
      .select(['id', 'state', 'storage_key'])
      .where('key_sealed', 'is not', null)
      .where('created_at', '<', before)
      .where('state', '<>', 'running')
      .orderBy('created_at')
      .limit(tidyBatch)
      .execute();
    if (rows.length === 0) return;
    await objectStore.delete(rows.map(({ storage_key }) => storage_key));
    const isOver = ({ state }: { state: string }) => state === 'done' || state === 'stopped';
    const over = rows.filter(isOver).map(({ id }) => id);
    const never = rows.filter((row) => !isOver(row)).map(({ id }) => id);
    if (over.length > 0)
      await db.updateTable('customer_imports').set({ key_sealed: null }).where('id', 'in', over).execute();
    if (never.length > 0)
      await db
        .deleteFrom('customer_imports')
        .where('id', 'in', never)
        .where('state', '<>', 'running')
        .execute();
    if (rows.length < tidyBatch) return;
  }
}
