import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../config.ts';
import { EmbeddedDatabaseError } from '../db/embedded/cluster.ts';
import { databaseUnavailable } from '../db/connection/connect.ts';
import { MigrationError } from '../db/migrations.ts';
import { PoolerError } from '../db/connection/pooler.ts';
import { SealError } from '../db/sealing/seal.ts';

/** Maximum number of attempts for a port in use, a tenth of a second apart: the previous server may be just ending. */
const portTries = 20;

/**
 * Checks that the server can listen on a port, before all other work, so that a start that would fail does not open a database
 * first. `prefix` precedes PORT and HOST in the names of the variables.
 * @throws ConfigError
 */
export async function checkPort(port: number, host: string, prefix = ''): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
      probe.close();
      await once(probe, 'close');
      return;
    } catch (error) {
      if (codeOf(error) === 'EADDRINUSE' && tries < portTries) await pause(100);
      else throw portProblem(error, prefix) ?? error;
    }
  }
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Problems of listening, by the code of the system. */
const portProblems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'its port is taken. Stop what uses it, or set PORT to another one.',
  EACCES: 'this account may not listen on its port. Set PORT to one of 1024 or more.',
  EADDRNOTAVAIL: 'the address of HOST is none of this machine.',
  ENOTFOUND: 'the name in HOST is not known.',
  EAI_AGAIN: 'the name in HOST is not known.',
};

function portProblem(error: unknown, prefix = ''): ConfigError | undefined {
  const isListening = ['listen', 'bind'].includes(String((error as NodeJS.ErrnoException | null)?.syscall));
  const known = isListening ? portProblems[codeOf(error)] : undefined;
  return known === undefined
    ? undefined
    : new ConfigError(`Wattle cannot start: ${known.replace(/PORT|HOST/, `${prefix}$&`)}`);
}

/** Problems of the database, by the code of PostgreSQL or of the system. */
const databaseProblems: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers at the address of DATABASE_URL. Is the database running?',
  ENOTFOUND: 'the host of DATABASE_URL is not known.',
  EAI_AGAIN: 'the host of DATABASE_URL is not known.',
  '28P01': 'the database does not accept the user or the password of DATABASE_URL.',
  '28000': 'the database does not let the user of DATABASE_URL in from here (pg_hba.conf).',
  '3D000': 'the server of DATABASE_URL has no database of that name.',
  '42501': 'the user of DATABASE_URL may not do what the start needs. It must own its database.',
  '25006': 'the database may only be read. DATABASE_URL must lead to the server that takes writes.',
  '53100': 'the disk of the database is full.',
  '53300': 'the database takes no more connections.',
  '57P03': 'the database is starting or stopping. Try again in a moment.',
};

const certificate = /CERT|UNABLE_TO_|SELF_SIGNED|ERR_TLS/;

function databaseProblem(error: unknown): string | undefined {
  const code = codeOf(error);
  const known = databaseProblems[code];
  if (known !== undefined) return known;
  if (certificate.test(code)) return `the certificate of the database is not accepted (${code}).`;
  if (error instanceof Error && /does not support SSL/.test(error.message))
    return 'the database does not support TLS, which DATABASE_URL asks for.';
  if (
    databaseUnavailable(error) !== undefined ||
    (error instanceof Error && error.message === 'timeout expired')
  )
    return `the database does not answer${code && ` (${code})`}.`;
  return undefined;
}

/**
 * Returns the message for sealed values that cannot be opened at the start.
 * @param keysWereMade true if the start found no keys and made new ones
 */
export function sealProblem({ missingKey }: SealError, keysWereMade = false): string {
  if (keysWereMade)
    return (
      'Wattle cannot start: the database holds sealed values, but WATTLE_KEYS is not set and the data folder has no file "keys"; ' +
      'set the keys of this database, or put the file back.'
    );
  const which = missingKey === undefined ? '' : `, which has values sealed with the key "${missingKey}"`;
  return `Wattle cannot start: WATTLE_KEYS are not those of this database${which}.`;
}

/** Returns a message for a problem that the operator can fix; undefined for any other fault. It contains no secret. */
export function startProblem(error: unknown): string | undefined {
  if ([ConfigError, EmbeddedDatabaseError, PoolerError].some((kind) => error instanceof kind))
    return (error as Error).message;
  if (error instanceof SealError) return sealProblem(error);
  const port = portProblem(error);
  if (port !== undefined) return port.message;
  const reasons = [error, (error as Error | null)?.cause];
  const database = reasons.map(databaseProblem).find((sentence) => sentence !== undefined);
  if (error instanceof MigrationError) {
    return database === undefined ? error.message : `${error.message} That is, ${database}`;
  }
  return database && `Wattle cannot start: ${database}`;
}
