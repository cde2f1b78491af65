import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../src/server/config.ts';
import type { Services } from '../src/server/pipeline/context.ts';
import { connectDatabase } from '../src/server/db/connection/connect.ts';
import { createKeyring } from '../src/server/db/sealing/seal.ts';
import { createSecrets } from '../src/server/db/sealing/secrets.ts';
import { ensurePaymentPlans } from '../src/server/features/billing/api.ts';
import { dataFolderStore } from '../src/server/ports/object-store/data-folder.ts';
import { noVirusScan } from '../src/server/ports/virus-scan/none.ts';
import { noCare } from './stand-ins/care.ts';
import { createTestDatabase } from './database/database.ts';
import { newKeys } from './new-keys.ts';
import { newServerState } from './server-state.ts';

export type TestServices = {
  services: Services;
  pool: pg.Pool;
  /** The database's address, for a second server process. */
  url: string;
  close(): Promise<void>;
};

/** Services that operations and jobs need, with a new database, without HTTP, jobs or PDF engine. */
export async function startServices(env: Record<string, string> = {}): Promise<TestServices> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'wattle-files-'));
  const config = readConfig({
    APP_ENV: 'test',
    WATTLE_KEYS: newKeys(),
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://wattle.example',
    ...env,
  });
  const { db, pool, close } = connectDatabase({ url: database.url });
  const services: Services = {
    config,
    db,
    emergencyDb: db,
    keyring: createKeyring(config.keys),
    secrets: createSecrets(randomBytes(32)),
    clock: () => new Date(),
    makePdf: () => Promise.reject(new Error('These services make no PDF')),
    textMessages: { send: () => Promise.reject(new Error('These services send no text messages')) },
    objectStore: dataFolderStore(folder, { reserve: 0 }),
    virusScan: noVirusScan,
    outgoing: () => Promise.reject(new Error('These services send no outgoing requests')),
    residentialCare: noCare,
    hasSimulatedCare: false,
    payments: null,
    eventsWaiting: () => {},
    onNews: () => () => {},
    whenInUse: Promise.resolve(),
    accessRefused: () => {},
    state: newServerState,
  };
  await ensurePaymentPlans(db, config.payments.priceIds);
  return {
    services,
    pool,
    url: database.url,
    async close() {
      await close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
