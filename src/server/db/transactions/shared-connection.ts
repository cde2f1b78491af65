import {
  Kysely,
  PostgresDialect,
  type ConnectionProvider,
  type DatabaseConnection,
  type QueryExecutor,
} from 'kysely';
import type { Database } from '../connection/connect.ts';
import type { Tables } from '../tables/tables.ts';

const dialect = new PostgresDialect({
  pool: () => Promise.reject(new Error('These statements have their connection')),
});
const driver = dialect.createDriver();

/** Returns the query builder on an executor that provides its own connections. */
export const builderOn = (executor: QueryExecutor): Database =>
  new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });

/**
 * Returns the query builder for one call that only reads: a statement made while other statements of the call are running shares
 * their connection. Statements that need not wait for each other are sent in one packet. A call never takes more than one
 * connection, and releases it while no statement is running.
 */
export function sharingConnection(db: Database): Database {
  const executor = db.getExecutor();
  return builderOn(executor.withConnectionProvider(sharedProvider(executor)));
}

/** Returns the provider of connections for `sharingConnection`. */
export function sharedProvider(executor: QueryExecutor): ConnectionProvider {
  let shared: Held | null = null;
  return {
    async provideConnection(consumer) {
      const held = (shared ??= hold(executor));
      held.users += 1;
      try {
        return await consumer(await held.connection);
      } finally {
        held.users -= 1;
        if (held.users === 0) {
          shared = null;
          held.release();
        }
      }
    },
  };
}

/** A connection that was taken, and the number of statements running on it. */
type Held = { readonly connection: Promise<DatabaseConnection>; users: number; readonly release: () => void };

function hold(executor: QueryExecutor): Held {
  const taken = Promise.withResolvers<DatabaseConnection>();
  const done = Promise.withResolvers<void>();
  executor
    .provideConnection((connection) => {
      taken.resolve(connection);
      return done.promise;
    })
    .catch(taken.reject);
  return { connection: taken.promise, users: 0, release: done.resolve };
}
