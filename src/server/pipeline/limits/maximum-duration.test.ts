import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { atMost, readWithin } from './maximum-duration.ts';

const never = () => new Promise<never>(() => {});
const unavailable = () => new AppError('unavailable');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Returns the current state of a promise. */
async function stateOf(promise: Promise<unknown>): Promise<unknown> {
  let state: unknown = 'open';
  promise.then(
    (value) => (state = value),
    (error: unknown) => (state = error),
  );
  await vi.advanceTimersByTimeAsync(0);
  return state;
}

describe('work with a maximum duration', () => {
  it('returns its result, or its own error, and leaves no timer behind', async () => {
    expect(await atMost(100, Promise.resolve('done'))).toBe('done');
    await expect(atMost(100, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up at the end of the time, not before, with the database as the reason', async () => {
    const waiting = atMost(100, never());
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(99);
    expect(await stateOf(waiting)).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(await stateOf(waiting)).toMatchObject({ code: 'unavailable', details: { reason: 'database' } });
  });
});

describe('a retried read', () => {
  /** Creates a read that fails this many times, and counts its calls. */
  function failing(times: number, error: () => Error, takes = 0) {
    let asked = 0;
    const read = vi.fn(async () => {
      asked += 1;
      vi.advanceTimersByTime(takes);
      if (asked <= times) throw error();
      return 'read';
    });
    return read;
  }

  it('returns the first successful result: three may fail, and the fourth is the last', async () => {
    for (const times of [0, 1, 3]) {
      const read = failing(times, unavailable);
      expect(await readWithin(100, read)).toBe('read');
      expect(read).toHaveBeenCalledTimes(times + 1);
    }
    const read = failing(4, unavailable);
    await expect(readWithin(100, read)).rejects.toMatchObject({ code: 'unavailable' });
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('runs once if it is refused, or if the product has a fault', async () => {
    const withCode = Object.assign(new Error('broken'), { code: 'unavailable' });
    for (const error of [new AppError('not-found'), new Error('broken'), withCode]) {
      const read = failing(1, () => error);
      await expect(readWithin(100, read)).rejects.toBe(error);
      expect(read).toHaveBeenCalledTimes(1);
    }
  });

  it('is retried until the time is over, and not after', async () => {
    const late = failing(1, unavailable, 101);
    await expect(readWithin(100, late)).rejects.toMatchObject({ code: 'unavailable' });
    expect(late).toHaveBeenCalledTimes(1);
    const inTime = failing(1, unavailable, 40);
    expect(await readWithin(100, inTime)).toBe('read');
    expect(inTime).toHaveBeenCalledTimes(2);
  });

  it('waits no longer than the time for a read that hangs', async () => {
    const waiting = readWithin(100, never);
    waiting.catch(() => {});
    await vi.advanceTimersByTimeAsync(100);
    expect(await stateOf(waiting)).toMatchObject({ code: 'unavailable' });
  });
});
