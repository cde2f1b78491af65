import { AppError } from '../../../../domain/errors.ts';

/** Minimum pace of a body: fewer bytes within a window, in milliseconds, end it. */
export type Pace = { bytes: number; windowMs: number };

/** A thousand bytes a second, over ten seconds: far below any connection that can send a picture or a PDF. */
export const slowestPace: Pace = { bytes: 10_000, windowMs: 10_000 };

const tooSlow = () =>
  new AppError('unavailable', { fields: [{ field: 'file', message: 'error.file.uploadSlow' }] });

/** Waits for a promise with a timeout. @throws AppError `unavailable` after that */
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
 * Passes a body on as it arrives. Only the time spent waiting for the sender counts, not the reader's time.
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
      // If the timeout below wins, nothing else handles a rejection of this promise.
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
    // Not awaited, because an iterator that waits for its sender ends only when the sender does.
    void arriving.return?.().catch(() => {});
  }
}

/**
 * Waits until the first bytes of a body have arrived, or its end, and returns the whole body. Callers take a limited place only
 * after that, so that an idle connection occupies none.
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
