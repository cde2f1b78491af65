import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { lockBooks, type StandInDatabase } from '../store/schema.ts';
import { newId, Work } from '../store/work.ts';
import { ApiError, type CardError } from './api-error.ts';
import { expanded, wantedOf } from './expand.ts';
import { texts, type Params } from './form.ts';

/** Result of a refused card: the changes so far are kept, and the response is an error. */
export class CardRefused {
  readonly error: CardError;
  readonly more: object;

  constructor(error: CardError, more: object) {
    this.error = error;
    this.more = more;
  }
}

/** Arguments of a route: the parts of its path by name, and its parameters. */
export type Asked = { work: Work; path: Record<string, string>; params: Params };

export type Handler = (asked: Asked) => Promise<unknown>;

export type Answer = { status: number; body: string; replayed: boolean };

/** The data and services that requests use. */
export type Books = {
  db: StandInDatabase;
  clock: () => Date;
  /** Called after a request has emitted events. */
  eventsWaiting: () => void;
};

export const unixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const inUse = (key: string) =>
  new ApiError(409, `There is currently another in-progress request using this Idempotency-Key: ${key}.`, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
  });

const reused = (key: string) =>
  new ApiError(
    400,
    `Keys for idempotent requests can only be used with the same parameters they were first used with (${key}).`,
    { type: 'idempotency_error' },
  );

export const errorAnswer = (error: ApiError): Answer => ({
  status: error.status,
  body: JSON.stringify({ error: error.body }),
  replayed: false,
});

/** Returns a function that runs each task after the one before has ended. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run, run);
    last = turn.catch(() => {});
    return turn;
  };
}

async function answer(
  work: Work,
  handler: Handler,
  path: Record<string, string>,
  params: Params,
): Promise<Answer> {
  const result = await handler({ work, path, params });
  if (result instanceof CardRefused) {
    const error = { type: 'card_error', ...result.error, ...result.more };
    return { status: 402, body: JSON.stringify({ error }), replayed: false };
  }
  const body = await expanded(work, result, wantedOf(texts(params, 'expand')));
  return { status: 200, body: JSON.stringify(body), replayed: false };
}

/**
 * Returns the stored response of a repeated request, or runs the request and stores its response.
 * @throws ApiError if the key was used for another request
 */
async function answerOnce(
  tx: StandInDatabase,
  { key, name, params }: { key: string; name: string; params: Params },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const digest = createHash('sha256')
    .update(`${name}\n${JSON.stringify(params)}`)
    .digest('hex');
  const before = await tx
    .selectFrom('stripe_stand_in.idempotency')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (before && before.request !== digest) throw reused(key);
  if (before) return { status: before.status, body: before.answer, replayed: true };
  const given = await run();
  await sql`insert into stripe_stand_in.idempotency (key, request, status, answer)
    values (${key}, ${digest}, ${given.status}, ${given.body})`.execute(tx);
  return given;
}

/**
 * Runs requests against the books. Changes run one at a time, each in one transaction with its events and the response for a
 * repeated key. Within a process they wait in a queue, so that they use one connection.
 */
export function createCalls(books: Books) {
  const running = new Set<string>();
  const inRow = createQueue();

  /** Handles a request that changes nothing. */
  async function read(handler: Handler, path: Record<string, string>, params: Params): Promise<Answer> {
    const work = new Work(books.db, unixSeconds(books.clock()));
    return answer(work, handler, path, params);
  }

  /** Runs one change of the books, without concurrent changes. */
  async function change<T>(run: (work: Work, tx: StandInDatabase) => Promise<T>): Promise<T> {
    return inRow(async () => {
      let events = 0;
      const result = await books.db.transaction().execute(async (tx) => {
        await lockBooks(tx);
        const work = new Work(tx, unixSeconds(books.clock()));
        const result = await run(work, tx);
        await work.flush();
        events = work.emittedEvents;
        return result;
      });
      if (events > 0) books.eventsWaiting();
      return result;
    });
  }

  /** Handles a request that may change something, once per key. */
  async function write(
    request: { key: string | null; name: string },
    handler: Handler,
    path: Record<string, string>,
    params: Params,
  ): Promise<Answer> {
    const { key, name } = request;
    if (key !== null && running.has(key)) throw inUse(key);
    if (key !== null) running.add(key);
    try {
      return await change(async (work, tx) => {
        work.request = { id: newId('req'), idempotency_key: key };
        if (key === null) return answer(work, handler, path, params);
        return answerOnce(tx, { key, name, params }, () => answer(work, handler, path, params));
      });
    } finally {
      if (key !== null) running.delete(key);
    }
  }

  return { read, write, change };
}

export type Calls = ReturnType<typeof createCalls>;
