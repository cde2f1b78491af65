import { readdirSync, readFileSync } from 'node:fs';
import { compose, type Application } from '../../src/server/compose.ts';
import { readConfig } from '../../src/server/config.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../src/server/db/embedded/embedded.ts';
import { TestClient } from '../client.ts';
import { fullAnswers, person } from '../people.ts';
import type { SaverOptions } from './saving.ts';
import { freePort } from '../processes/free-port.ts';
import { newKeys } from '../new-keys.ts';

/** The product with an embedded database in its own folder, as one person runs it on one machine. */
export type EmbeddedApp = {
  application: Application;
  embedded: EmbeddedDatabase;
  url: string;
  close(): Promise<void>;
};

/** @throws the error that prevents the start; the database is stopped in that case */
export async function startEmbeddedApp(dataDir: string, keys = newKeys()): Promise<EmbeddedApp> {
  const embedded = await startEmbedded({ dataDir });
  const port = await freePort();
  const config = readConfig({
    APP_ENV: 'test',
    PORT: String(port),
    WATTLE_DATA_DIR: dataDir,
    WATTLE_KEYS: keys,
  });
  const databaseUrl = () => embedded.url();
  const settings = { config, databaseUrl, log: () => {}, requestsPerMinute: 1_000_000 };
  const application = await compose(settings).catch(async (error: unknown) => {
    await embedded.stop();
    throw error;
  });
  await application.app.listen({ port, host: '127.0.0.1' });
  return {
    application,
    embedded,
    url: config.publicUrl,
    async close() {
      await application.close();
      await embedded.stop();
    },
  };
}

/** Creates and signs in users who will save plans; two of every five have a signed plan. */
export async function peopleWhoSave(
  { application, url }: EmbeddedApp,
  count: number,
): Promise<SaverOptions['people']> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const signed = index % 5 < 2;
      const plan = { status: 'complete' as const, answers: fullAnswers() };
      const who = await person(application.services, signed ? { plan } : {});
      const client = new TestClient(url);
      await client.signIn(who.email, who.password);
      return {
        person: who,
        client,
        status: signed ? ('complete' as const) : ('draft' as const),
        version: signed ? 2 : 0,
      };
    }),
  );
}

/** Returns the process ids of an embedded database: the postmaster and its children. */
export function databaseProcesses(embedded: EmbeddedDatabase): number[] {
  const postmaster = embedded.pid();
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state !== 'Z' && (pid === postmaster || Number(parent) === postmaster);
      } catch {
        return false;
      }
    });
}
