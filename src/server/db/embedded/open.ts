import type { Config } from '../../config.ts';
import { startEmbedded } from './embedded.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** A database that can be reached, and the way to leave it. */
export interface OpenDatabase {
  readonly url: () => string;
  /** Stops the embedded database when no one else uses it; leaves a database server alone. */
  close(): Promise<void>;
}

/** The database server of DATABASE_URL, or else the embedded database of the data folder. Throws EmbeddedDatabaseError. */
export async function openDatabase(config: Config, log: WriteLine): Promise<OpenDatabase> {
  const { databaseUrl } = config;
  if (databaseUrl) return { url: () => databaseUrl, close: async () => {} };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  return { url: () => embedded.url(), close: () => embedded.stop() };
}
