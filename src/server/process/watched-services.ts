import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { ObjectStoreError, type ObjectStore } from '../ports/object-store/port.ts';
import type { VirusScan } from '../ports/virus-scan/port.ts';
import type { WatchedService } from './service-watch.ts';

/** Key of the object that is written and removed; all servers use one, so that none is left behind. */
const markKey = 'checks/00000000-0000-4000-8000-000000000000';

async function* content(text: string) {
  yield Buffer.from(text);
}

/** Writes to the log of the database and to no table. No row comes where it may only be read. */
const writing = `select pg_logical_emit_message(true, 'wattle', 'watch')
  where not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`;

async function write(pool: Pool): Promise<void> {
  const { rowCount } = await pool.query(writing);
  if (rowCount === 0) throw Object.assign(new Error('The database may only be read'), { code: 'EROFS' });
}

type Reached = {
  pool: Pool;
  store: ObjectStore;
  /** False on a copy of the database, whose files are those of another one. */
  mayWrite: () => boolean;
  scan: VirusScan;
  reachMailServer: (config: Config) => Promise<void>;
  reachGateway: (smsUrl: string, signal: AbortSignal) => Promise<void>;
};

/** Writes an object and removes it; where nothing may be written, only asks for it. */
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

/** The services that the configuration names. Stand-ins for a service outside production are left out. */
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
