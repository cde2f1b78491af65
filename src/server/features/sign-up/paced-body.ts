import { AppError } from '../../../domain/errors.ts';

/** The slowest that a body may arrive: fewer bytes in a window, in milliseconds, end it. */
export type Pace = { bytes: number; windowMs: number };

/** A thousand bytes a second, over ten seconds: far below what any line with a picture or a PDF brings. */
export const slowestPace: Pace = { bytes: 10_000, windowMs: 10_000 };

const tooSlow = () =>
  new AppError('unavailable', { fields: [{ field: 'file', message: 'error.file.uploadSlow' }] });

/** Waits for a promise, at most so long. @throws AppError `unavailable` after that */
async function within<Result>(promise: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Passes a body on as it arrives. Only time spent waiting for the sender counts, not the time that the reader takes.
 * @throws AppError `unavailable` once the sender is slower than the pace
 */
export async function* atPace(
  body: AsyncIterable<Uint8Array>,
  { bytes, windowMs }: Pace = slowestPace,
): AsyncGenerator<Uint8Array> {
  const arriving = body[Symbol.asyncIterator]();
  let waitedMs = 0;
  let arrived = 0;
  try {
    for (;;) {
      const from = performance.now();
      const next = arriving.next();
      // The race below can be lost: then no one else waits for this one.
      next.catch(() => {});
      const { done, value } = await within(next, windowMs - waitedMs);
      if (done) return;
      waitedMs += performance.now() - from;
      arrived += value.length;
      if (arrived >= bytes) [waitedMs, arrived] = [0, 0];
      else if (waitedMs >= windowMs) throw tooSlow();
      yield value;
    }
  } finally {
    // Not awaited: an iterator that waits for its sender ends only when the sender does.
    void arriving.return?.().catch(() => {});
  }
}

/**
 * Waits until the first bytes of a body are there, or its end, and gives the whole body. What holds a place for a body takes it after
 * that: a sender who only opens a connection holds none.
 */
export async function afterFirst(
  body: AsyncIterable<Uint8Array>,
  bytes: number,
): Promise<AsyncGenerator<Uint8Array>> {
  const arriving = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let isOver = false;
  for (let arrived = 0; arrived < bytes && !isOver;) {
    const { done, value } = await arriving.next();
    isOver = done === true;
    if (!isOver) first.push(value);
    arrived += value?.length ?? 0;
  }
  return (async function* () {
    yield* first;
    if (!isOver) yield* { [Symbol.asyncIterator]: () => arriving };
  })();
}
