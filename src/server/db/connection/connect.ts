import { Kysely } from 'kysely';
import pg from 'pg';
import { AppError } from '../../../domain/errors.ts';
import { PoolDialect } from './pool-driver.ts';
import { conflictCodes } from '../transactions/retry-conflict.ts';
import { watchSilence } from './silence.ts';
import type { Tables } from '../tables/tables.ts';
import type { AroundStatements } from './traced-statements.ts';
import type { WriteLine } from '../../ports/write-line.ts';

/** The server's query builder. A transaction has this type too. */
export type Database = Kysely<Tables>;

export interface ConnectOptions {
  /** The address; a function is called for each new connection, for a database that can move. */
  readonly url: string | (() => string);
  /** Maximum number of connections; 10 by default. */
  readonly max?: number;
  /**
   * Maximum time in milliseconds for getting a connection and running one statement together, for calls that must answer soon. By
   * default two seconds for a connection and ten for a statement.
   */
  readonly timeoutMs?: number;
  /** Whether the connections are read-only. */
  readonly isReadOnly?: boolean;
  /** Receives a line for each connection that breaks while idle. */
  readonly log?: WriteLine;
  /** Goes around statements where traces are collected. */
  readonly around?: AroundStatements | undefined;
}

/** An open pool of connections. */
export interface Connection {
  readonly db: Database;
  /** The pool under `db`, for code that does not use Kysely (the job queue). */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

type Patience = { connect: number; statement: number; query: number };

// The query timeout is for a server that stopped responding: it is above the statement timeout, so it rarely applies.
const usualPatience: Patience = { connect: 2_000, statement: 10_000, query: 15_000 };

function patienceOf(timeoutMs: number | undefined): Patience {
  if (timeoutMs === undefined) return usualPatience;
  const connect = Math.min(usualPatience.connect, Math.ceil(timeoutMs / 3));
  const query = timeoutMs - connect;
  return { connect, query, statement: Math.ceil(query * 0.9) };
}

const { builtins, getTypeParser } = pg.types;
const textArray = getTypeParser(1009 as number, 'text') as (text: string) => (string | null)[];

/** Parses counts and sums as numbers. Throws for values beyond 2^53, which a number cannot represent. */
function toInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A number from the database is too large.');
  return value;
}

const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    textArray(text).map((item) => (item === null ? null : parse(item)));

/** Parses an array of ids. Ids are never quoted, so a simple split is enough; each provider path is such an array. */
const toIds = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((id) => (id === 'NULL' ? null : id));

// By PostgreSQL's type number (pg_type.dat). Dates stay 'YYYY-MM-DD' (D-25): a Date would change with the time zone.
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.INT8]: toInteger,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: (text) => text,
  1016: arrayOf(toInteger),
  1231: arrayOf(Number),
  1182: arrayOf((text) => text),
  2951: toIds,
};

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (format !== 'binary' && parsers[id]) || getTypeParser(id, format),
};

/** PostgreSQL's codes for temporary unavailability, https://www.postgresql.org/docs/18/errcodes-appendix.html */
const unavailableStates = new Set([
  ...conflictCodes,
  '25006',
  '25P03',
  '53000',
  '53100',
  '53200',
  '53300',
  '53400',
  '55000',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '55P03',
  '58030',
]);
const unavailableSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);
const unavailableWords =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable|Query read timeout|pool after calling end/;

/** Why the database is unavailable, for codes with a specific reason: a full disk, or a read-only server. */
const reasons: Readonly<Record<string, string>> = {
  '53100': 'disk-full',
  '25006': 'read-only',
  '55000': 'read-only',
};

/**
 * Returns the refusal `unavailable` if the database is temporarily unavailable (down, full, read-only, overloaded, too slow), so
 * that the caller can retry; undefined for every other error.
 */
export function databaseUnavailable(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  // Our queries already throw this refusal.
  if (error instanceof AppError) return databaseUnavailable(error.cause) && error;
  const code = (error as { code?: unknown }).code;
  const unavailable =
    typeof code === 'string'
      ? unavailableStates.has(code) || unavailableSystemErrors.has(code) || code.startsWith('08')
      : unavailableWords.test(error.message);
  if (!unavailable) return undefined;
  return new AppError('unavailable', {
    details: { reason: reasons[String(code)] ?? 'database' },
    cause: error,
  });
}

/**
 * Opens a pool: connections on demand, at most two seconds to get one, ten seconds for a statement (see `timeoutMs`). If the
 * database is unavailable, queries throw AppError `unavailable` (also in transactions).
 */
export function connectDatabase(options: ConnectOptions): Connection {
  const { url } = options;
  const patience = patienceOf(options.timeoutMs);
  const address = typeof url === 'function' ? url : () => url;
  // The pool creates its clients with fixed settings; ours read the address each time.
  class AddressedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() });
      // A connection that breaks between two queries of a transaction has no other listener, and would end the process.
      this.on('error', () => {});
    }
  }
  const pool = new pg.Pool({
    Client: AddressedClient,
    max: options.max ?? 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience.connect,
    statement_timeout: patience.statement,
    lock_timeout: Math.min(5_000, patience.statement),
    idle_in_transaction_session_timeout: 30_000,
    query_timeout: patience.query,
    keepAlive: true,
    application_name: 'wattle',
    ...(options.isReadOnly && { options: '-c default_transaction_read_only=on' }),
    // Statements that do not wait for each other's results are sent together.
    pipeline: true,
    types,
  });
  pool.on('error', (error) => {
    // While the pool closes, its last connections may receive the server's own shutdown.
    if (!pool.ending) options.log?.(`A database connection broke: ${error.message}`, 'error');
  });

  // If the caller set a shorter limit, that one applies first.
  const silence =
    options.timeoutMs === undefined
      ? watchSilence(() => new AddressedClient({ application_name: 'wattle' }))
      : null;
  const errorOf = (error: unknown) => databaseUnavailable(error) ?? error;
  const db = new Kysely<Tables>({
    dialect: new PoolDialect({ pool, errorOf, silence, around: options.around }),
  });
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // A query builder that was never used does not end its pool, and the pool's connections keep the process alive for half a
      // minute.
      if (!pool.ending) await pool.end();
    },
  };
}
