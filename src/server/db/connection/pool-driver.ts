import type { Writable } from 'node:stream';
import {
  PostgresDialect,
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { preparedName, StatementCompiler } from './prepared-statements.ts';
import { retryConflict } from '../transactions/retry-conflict.ts';
import type { SilenceWatch } from './silence.ts';
import type { AroundStatements } from './traced-statements.ts';

type PoolOptions = {
  pool: pg.Pool;
  /** Returns the error to throw for one of the database. */
  errorOf: (error: unknown) => unknown;
  silence: SilenceWatch | null;
  around: AroundStatements | undefined;
};

/** Kysely's dialect of PostgreSQL on our pool. */
export class PoolDialect extends PostgresDialect {
  readonly #options: PoolOptions;

  constructor(options: PoolOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override createDriver(): PostgresDriver {
    return new PoolDriver(this.#options);
  }

  override createQueryCompiler(): StatementCompiler {
    return new StatementCompiler();
  }
}

class PoolDriver extends PostgresDriver {
  readonly #options: PoolOptions;
  readonly #connections = new WeakMap<pg.PoolClient, PoolConnection>();

  constructor(options: PoolOptions) {
    super({ pool: options.pool });
    this.#options = options;
  }

  override async acquireConnection(): Promise<PoolConnection> {
    const { pool } = this.#options;
    const client = await this.#connect();
    // Closed while the connection was being acquired.
    if (pool.ending) {
      client.release();
      throw new Error('The pool is closed');
    }
    let connection = this.#connections.get(client);
    if (!connection) {
      connection = new PoolConnection(client, this.#options);
      this.#connections.set(client, connection);
    }
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PoolConnection).release();
  }

  async #connect(): Promise<pg.PoolClient> {
    const { pool, around, errorOf } = this.#options;
    try {
      const mustWait = around !== undefined && pool.idleCount === 0;
      return await (mustWait ? around.connection(() => pool.connect()) : pool.connect());
    } catch (error) {
      throw errorOf(error);
    }
  }
}

/** A client with its socket, which the library's types omit. */
type Connected = pg.PoolClient & { connection: { stream: Writable } };

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #options: PoolOptions;
  #broken = false;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, options: PoolOptions) {
    this.#client = client;
    this.#options = options;
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    const { around } = this.#options;
    try {
      const { command, rowCount, rows } = await (around
        ? around.statement(statement.sql, () => this.#query<Row>(statement))
        : this.#query<Row>(statement));
      const isChange =
        command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return isChange ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
    } catch (error) {
      throw withCallers(error);
    }
  }

  streamQuery(): never {
    throw new Error('Statements are not streamed: use readBatches');
  }

  release(): void {
    this.#client.release(this.#broken);
  }

  async #query<Row>(statement: CompiledQuery): Promise<pg.QueryResult<Row & pg.QueryResultRow>> {
    const { silence, errorOf } = this.#options;
    const { sql } = statement;
    try {
      if (/^(begin|start transaction)\b/.test(sql)) this.#isInTransaction = true;
      else if (sql === 'commit' || sql === 'rollback') this.#isInTransaction = false;
      const send = () => this.#send<Row>(statement);
      const abandon = () => void (this.#client as Connected).connection.stream.destroy();
      const watched = silence === null ? send : () => silence.watch(abandon, send);
      // Inside a transaction the whole transaction must be retried, by its caller.
      return await (this.#isInTransaction ? watched() : retryConflict(watched));
    } catch (error) {
      // Without a code from PostgreSQL the client's transaction may still be open; if read-only, the client may be
      // connected to a server that was replaced. Such a client must never be used again.
      this.#broken ||= !(error instanceof pg.DatabaseError) || error.code === '25006';
      throw errorOf(error);
    }
  }

  #send<Row>(statement: CompiledQuery) {
    gather(this.#client);
    const text = statement.sql;
    const values = [...statement.parameters];
    const name = preparedName(statement);
    return this.#client.query<Row & pg.QueryResultRow>(
      name === undefined ? { text, values } : { name, text, values },
    );
  }
}

/** Sends statements made in the same tick of the event loop together: a round trip costs more than its content. */
function gather(client: pg.PoolClient): void {
  const { stream } = (client as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Returns the error with the callers of the statement in its stack, which begins where the response was read. */
function withCallers(error: unknown): unknown {
  if (error instanceof Error && error.stack !== undefined) {
    const [, ...callers] = (new Error('here').stack ?? '').split('\n');
    error.stack += `\n${callers.join('\n')}`;
  }
  return error;
}
