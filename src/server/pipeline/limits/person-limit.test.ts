import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { personLimit } from './person-limit.ts';

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));

describe('the limit of what one person may ask of a process', () => {
  afterEach(() => void vi.useRealTimers());

  it('runs some of a person at once, lets some wait, and refuses the others; another person does not wait [R-05]', async () => {
    const limit = personLimit({ atOnce: 2, waitingAtMost: 3 });
    let running = 0;
    let most = 0;
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const work = async () => {
      most = Math.max(most, (running += 1));
      await gate;
      running -= 1;
    };
    const all = Promise.allSettled(Array.from({ length: 8 }, () => limit('one', work)));
    await pause(1);
    expect(running).toBe(2);
    expect(await limit('other', async () => 'done')).toBe('done');
    open();
    expect(codes(await all)).toEqual([...Array(5).fill('done'), ...Array(3).fill('rate-limited')]);
    expect(most).toBe(2);
    expect(await limit('one', async () => 'free again')).toBe('free again');
  });

  it('lets so many begin in a minute, says when the next may, and works that fail count too [R-05]', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limit = personLimit({ atOnce: 1, waitingAtMost: 1, inMinute: 2 });
    await limit('one', async () => 1);
    vi.advanceTimersByTime(20_000);
    await expect(limit('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(limit('one', async () => 1)).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: 40 },
    });
    expect(await limit('other', async () => 1)).toBe(1);
    vi.advanceTimersByTime(40_000);
    expect(await limit('one', async () => 2)).toBe(2);
    await expect(limit('one', async () => 1)).rejects.toMatchObject({ details: { retryAfter: 20 } });
  });
});
