import { CompiledQuery, type Compilable, type DatabaseConnection, type RawBuilder } from 'kysely';
import type { Database } from '../connection/connect.ts';
import { markTransaction } from '../outside-transaction.ts';
import { retryConflict } from './retry-conflict.ts';
import { builderOn } from './shared-connection.ts';

/** The result of a transaction: its output, and its last statement, if any. */
export type Finish<Output> = { output: Output; last: RawBuilder<unknown> | null };

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');

/**
 * Runs a transaction in as few round trips as its results need: BEGIN is sent with the first statement, COMMIT directly after the
 * last. If the last statement fails, PostgreSQL treats that COMMIT as a ROLLBACK. Statements that `run` does not await are sent
 * together as well. A transaction that loses a deadlock is run once more, so `run` must change nothing but the database.
 */
export const inTransaction = <Output>(
  db: Database,
  run: (tx: Database) => Promise<Finish<Output>>,
): Promise<Output> => retryConflict(() => tryTransaction(db, run));

function tryTransaction<Output>(
  db: Database,
  run: (tx: Database) => Promise<Finish<Output>>,
): Promise<Output> {
  const executor = db.getExecutor();
  return executor.provideConnection(async (connection) => {
    const tx = builderOn(
      executor.withConnectionProvider({ provideConnection: (consumer) => consumer(connection) }),
    );
    // Its failure is reported by the first statement after it.
    connection.executeQuery(begin).catch(() => {});
    let finish: Finish<Output>;
    try {
      finish = await markTransaction(() => run(tx));
    } catch (error) {
      await connection.executeQuery(rollback).catch(() => {});
      throw error;
    }
    const last = finish.last && connection.executeQuery(finish.last.compile(tx));
    const committed = connection.executeQuery(commit);
    const [end] = await Promise.allSettled([last, committed]);
    if (end.status === 'rejected') throw end.reason;
    await committed;
    return finish.output;
  });
}

type RowsOf<Statement> = Statement extends Compilable<infer Row> ? Row[] : never;

/**
 * Runs statements in order as one transaction in one round trip, for statements that do not need each other's results. If one
 * fails, PostgreSQL treats the COMMIT after them as a ROLLBACK; after a deadlock all are run once more. Returns the rows of each.
 */
export function inOneRoundTrip<const Statements extends readonly Compilable[]>(
  db: Database,
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: RowsOf<Statements[Index]> }> {
  const compiled = statements.map((statement) => statement.compile());
  const run = async (connection: DatabaseConnection) => {
    const answers = [begin, ...compiled, commit].map((query) => connection.executeQuery(query));
    // The connection is released when all statements are answered, whichever failed.
    await Promise.allSettled(answers);
    const results = await Promise.all(answers);
    return results.slice(1, -1).map(({ rows }) => rows) as never;
  };
  return retryConflict(() => db.getExecutor().provideConnection(run));
}
