import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../../db/connection/connect.ts';
import { lockBooks } from '../store/schema.ts';
import { Work } from '../store/work.ts';
import { ApiError } from './api-error.ts';
import { expanded } from './expand.ts';
import { texts, type Params } from './form.ts';

/** Arguments of a handler: the parts of its path by name, and its parameters. */
export type Asked = { work: Work; path: Record<string, string>; params: Params };

export type Handler = (asked: Asked) => unknown;

export type Answer = { status: number; body: string };

/** A request that may change something. `key` is its idempotency key; null for none. */
export type Request = { key: string | null; name: string; path: Record<string, string>; params: Params };

/** The data and services that requests use. */
export type Books = {
  db: Database;
  clock: () => Date;
  /** Called after a request has emitted events. */
  eventsWaiting: () => void;
};

export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

async function answer(work: Work, handler: Handler, { path, params }: Request): Promise<Answer> {
  const result = await handler({ work, path, params });
  if (result instanceof ApiError) return { status: result.status, body: JSON.stringify(result.body) };
  return { status: 200, body: JSON.stringify(await expanded(work, result, texts(params, 'expand'))) };
}

/**
 * Returns the stored response of a repeated request, or runs the request and stores its response.
 * @throws ApiError if the key was used for another request
 */
async function answerOnce(tx: Database, asked: Request, run: () => Promise<Answer>): Promise<Answer> {
  const digest = createHash('sha256')
    .update(`${asked.name}\n${JSON.stringify(asked.params)}`)
    .digest('hex');
  const { rows } = await sql<{ request: string; status: number; answer: string }>`
    select request, status, answer from stripe_stand_in.idempotency where key = ${asked.key}`.execute(tx);
  const [before] = rows;
  if (before && before.request !== digest)
    throw new ApiError(400, 'The idempotency key was used with other parameters.', {
      type: 'idempotency_error',
    });
  if (before) return { status: before.status, body: before.answer };
  const given = await run();
  await sql`insert into stripe_stand_in.idempotency (key, request, status, answer)
    values (${asked.key}, ${digest}, ${given.status}, ${given.body})`.execute(tx);
  return given;
}

/**
 * Runs requests against the books. Changes run one at a time, each in one transaction with its events and the response for a
 * repeated key. Within a process they wait in a queue, so that they use one connection.
 */
export function createCalls({ db, clock, eventsWaiting }: Books) {
  const running = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function changeNow<T>(run: (work: Work, tx: Database) => Promise<T>): Promise<T> {
    let events = 0;
    const result = await db.transaction().execute(async (tx) => {
      await lockBooks(tx);
      const work = new Work(tx, unixSeconds(clock()));
      const done = await run(work, tx);
      await work.flush();
      events = work.emittedEvents;
      return done;
    });
    if (events > 0) eventsWaiting();
    return result;
  }

  /** Runs one change of the books, without concurrent changes. */
  function change<T>(run: (work: Work, tx: Database) => Promise<T>): Promise<T> {
    const turn = last.then(() => changeNow(run));
    last = turn.catch(() => {});
    return turn;
  }

  return {
    change,

    /** Handles a request that changes nothing. */
    read: (handler: Handler, asked: Request): Promise<Answer> =>
      answer(new Work(db, unixSeconds(clock())), handler, asked),

    /** Handles a request that may change something, once per key. */
    async write(handler: Handler, asked: Request): Promise<Answer> {
      const { key } = asked;
      if (key === null) return change((work) => answer(work, handler, asked));
      if (running.has(key))
        throw new ApiError(409, 'There is a request in progress with this idempotency key.', {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
        });
      running.add(key);
      try {
        return await change((work, tx) => answerOnce(tx, asked, () => answer(work, handler, asked)));
      } finally {
        running.delete(key);
      }
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;
