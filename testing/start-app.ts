import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { compose, type Application } from '../src/server/compose.ts';
import { readConfig } from '../src/server/config.ts';
import { createTestDatabase } from './database/database.ts';
import { freePort } from './processes/free-port.ts';

export type TestApp = {
  databaseUrl: string;
  /** Base URL of the server, without a slash at the end. */
  url: string;
  application: Application;
  services: Application['services'];
  /** Data folder, which holds the files. */
  folder: string;
  /** Advances the product's clock by milliseconds. */
  advance(ms: number): void;
  /** Advances it likewise, also for PIN guesses, which use the database's clock. */
  pass(ms: number): Promise<void>;
  /** Stops the product's clock, so that only `advance` moves it, however slow the machine is. */
  freeze(): void;
  /** Restarts the product's clock. */
  unfreeze(): void;
  close(): Promise<void>;
};

export type TestAppOptions = {
  env?: Record<string, string>;
  requestsPerMinute?: number;
  /** Writes the request log, as a running server does. */
  logger?: boolean;
  /** Receives the lines for the operator. */
  log?: (line: string) => void;
  /** Another server on the same database, as when several processes share one. It must be closed first. */
  beside?: Pick<TestApp, 'databaseUrl' | 'folder'>;
};

/** Makes every PIN guess, and the last mails about opened cards, older: they use the database's clock. */
export async function letGuessesAge(db: Application['services']['db'], ms: number): Promise<void> {
  const by = sql`make_interval(secs => ${ms / 1000})`;
  await sql`update emergency_attempts set at = at - ${by}`.execute(db);
  await sql`update emergency_mails set at = at - ${by}`.execute(db);
}

const sealingKeys = `test:${randomBytes(32).toString('base64')}`;

/** Starts the whole product with a new database and port, and with a clock that tests can move. */
export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options;
  const database = beside ? { url: beside.databaseUrl, drop: async () => {} } : await createTestDatabase();
  const folder = beside ? beside.folder : await mkdtemp(join(tmpdir(), 'wattle-files-'));
  let offset = 0;
  let frozenAt: number | null = null;
  const port = await freePort();
  const config = readConfig({
    APP_ENV: 'test',
    PORT: String(port),
    WATTLE_KEYS: sealingKeys,
    DATABASE_URL: database.url,
    WATTLE_DATA_DIR: folder,
    ...options.env,
  });
  const application = await compose({
    config,
    databaseUrl: database.url,
    log: options.log ?? (() => {}),
    logger: options.logger ?? false,
    clock: () => new Date((frozenAt ?? Date.now()) + offset),
    requestsPerMinute: options.requestsPerMinute ?? 1_000_000,
  });
  await application.app.listen({ port, host: '127.0.0.1' });
  return {
    databaseUrl: database.url,
    url: config.publicUrl,
    folder: config.dataDir,
    application,
    services: application.services,
    advance: (ms) => void (offset += ms),
    async pass(ms) {
      offset += ms;
      await letGuessesAge(application.services.db, ms);
    },
    freeze: () => void (frozenAt = Date.now()),
    unfreeze: () => void (frozenAt = null),
    async close() {
      await application.close();
      await database.drop();
      if (!beside) await rm(folder, { recursive: true, force: true });
    },
  };
}
