import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { ObjectStoreError, type ObjectStore } from '../../ports/object-store/port.ts';
import type { VirusScan } from '../../ports/virus-scan/port.ts';
import type { WatchedService } from './service-watch.ts';

/** Key of the object that is written and removed. All servers use the same one, so that at most one can remain. */
const markKey = 'checks/00000000-0000-4000-8000-000000000000';

async function* content(text: string) {
  yield Buffer.from(text);
}

/** Statement that writes to the database's log, not to a table. It returns no row if the database is read-only. */
const writing = `select pg_logical_emit_message(true, 'wattle', 'watch')
  where not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`;

async function write(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(writing);
  if (rowCount === 0) throw Object.assign(new Error('The database may only be read'), { code: 'EROFS' });
}

export type Reached = {
  pool: Pool;
  store: ObjectStore;
  /** Returns false on a copy of the database, whose files belong to another database. */
  mayWrite: () => boolean;
  scan: VirusScan;
  reachMailServer: (config: Config) => Promise<void>;
  reachGateway: (smsUrl: string, signal: AbortSignal) => Promise<void>;
};

/** Writes an object and removes it; only reads it if writing is not allowed. */
async function askStore({ store, mayWrite }: Pick<Reached, 'store' | 'mayWrite'>): Promise<void> {
  if (mayWrite()) {
    await store.put(markKey, content('.'), 1);
    await store.delete([markKey]);
    return;
  }
  try {
    for await (const _ of store.get(markKey, { from: 0, to: 1 }));
  } catch (error) {
    if (!(error instanceof ObjectStoreError && error.code === 'missing')) throw error;
  }
}

/** Returns the configured services. Leaves out stand-ins, which replace services outside production. */
export function watchedServices(
  config: Config,
  { pool, store, mayWrite, scan, reachMailServer, reachGateway }: Reached,
): WatchedService[] {
  const { smtpUrl, smsUrl } = config;
  return [
    { name: 'database', ask: () => pool.query('select 1') },
    { name: 'database-writes', ask: () => write(pool) },
    { name: 'files', ask: () => askStore({ store, mayWrite }) },
    ...(config.clamd ? [{ name: 'scanner', ask: () => scan.isClean(content('A clean file.')) }] : []),
    ...(smtpUrl === undefined ? [] : [{ name: 'mail', ask: () => reachMailServer(config) }]),
    ...(smsUrl === undefined
      ? []
      : [{ name: 'texts', ask: (signal: AbortSignal) => reachGateway(smsUrl, signal) }]),
  ];
}
