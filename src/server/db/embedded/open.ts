import type { Config } from '../../config.ts';
import { startEmbedded } from './embedded.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** An open database, and the function that closes it. */
export interface OpenDatabase {
  readonly url: () => string;
  /** Stops the embedded database if no other process uses it; does not affect a database server. */
  close(): Promise<void>;
}

/** Opens the database server of DATABASE_URL, or else the embedded database of the data folder. @throws EmbeddedDatabaseError */
export async function openDatabase(config: Config, log: WriteLine): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl) return { url: () => databaseUrl, close: async () => {} };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  return { url: () => embedded.url(), close: () => embedded.stop() };
}
