import { parseArgs } from 'node:util';
import { AppError } from '../../../src/domain/errors.ts';
import { ConfigError, readConfig, type Config } from '../../../src/server/config.ts';
import { EmbeddedDatabaseError } from '../../../src/server/db/embedded/cluster.ts';
import { connectDatabase, type Database } from '../../../src/server/db/connection/connect.ts';
import { isMigrated } from '../../../src/server/db/migrate.ts';
import { openDatabase } from '../../../src/server/db/embedded/open.ts';
import { createKeyring, SealError, type Keyring } from '../../../src/server/db/sealing/seal.ts';
import { createSecrets, findOrMakeRootKey, type Secrets } from '../../../src/server/db/sealing/secrets.ts';

/** Services that an administrator's command uses. */
export type Administration = { config: Config; db: Database; keyring: Keyring };

/** A message for each refusal that the operator can act on. */
export type Refusals = Partial<Record<AppError['code'], string>>;

/** Context of an operation outside the pipeline. */
export type OperatorServices = Administration & { secrets: Secrets; clock: () => Date };

/** Parses the options and words of the command line; null if an option is unknown or has no value. All options take a text. */
export function readCommandLine<Name extends string>(
  ...names: readonly Name[]
): { options: Partial<Record<Name, string>>; words: string[] } | null {
  try {
    const { values, positionals } = parseArgs({
      options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      allowPositionals: true,
    });
    return { options: values as Partial<Record<Name, string>>, words: positionals };
  } catch {
    return null;
  }
}

/** True if a word of the command line is an id. */
export const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/** Like `administer`: ends with the command's exit code (0 by default), or with 1 and the message for a refusal. */
export function administerWith(
  refusals: Refusals | ((refusal: AppError) => string | undefined),
  run: (services: OperatorServices) => Promise<number | void>,
): Promise<void> {
  return administer(async (administration) => {
    const sentenceFor = typeof refusals === 'function' ? refusals : ({ code }: AppError) => refusals[code];
    const secrets = createSecrets(await findOrMakeRootKey(administration.db, administration.keyring));
    try {
      return (await run({ ...administration, secrets, clock: () => new Date() })) ?? 0;
    } catch (error) {
      const sentence = error instanceof AppError ? sentenceFor(error) : undefined;
      if (sentence === undefined) throw error;
      console.error(sentence);
      return 1;
    }
  });
}

/** Runs a command on the database that the environment names, and ends with its exit code. */
export async function administer(run: (administration: Administration) => Promise<number>): Promise<void> {
  try {
    const config = readConfig();
    const database = await openDatabase(config, console.error);
    const { db, pool, close } = connectDatabase({ url: database.url, max: 2 });
    try {
      if (!(await isMigrated(pool))) {
        throw new EmbeddedDatabaseError(
          'The database is not at the version of this Wattle. Start the server once first.',
        );
      }
      process.exitCode = await run({ config, db, keyring: createKeyring(config.keys) });
    } finally {
      await close();
      await database.close();
    }
  } catch (error) {
    const known =
      error instanceof ConfigError || error instanceof EmbeddedDatabaseError || error instanceof SealError;
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  }
}
