import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { personLimit } from './person-limit.ts';

const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'done' : result.reason.code));

describe("the limit of one person's work in a process", () => {
  afterEach(() => void vi.useRealTimers());

  it('runs some works of a person at once, queues some, and refuses the others; another person does not wait [R-05]', async () => {
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

  it('lets a number of works begin in a minute, returns when the next can begin, and counts failed works too [R-05]', async () => {
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

  it("still counts a person's running call when another of their calls has ended [R-05]", async () => {
    const limit = personLimit({ atOnce: 2, waitingAtMost: 0 });
    void limit('one', () => new Promise(() => {}));
    expect(await limit('one', async () => 'ended')).toBe('ended');
    void limit('one', () => new Promise(() => {}));
    await expect(limit('one', async () => 'too many')).rejects.toMatchObject({ code: 'rate-limited' });
  });

  it('returns a wait of one second if only the queue is full [R-05]', async () => {
    const limit = personLimit({ atOnce: 1, waitingAtMost: 0, inMinute: 9 });
    void limit('one', () => new Promise(() => {}));
    await expect(limit('one', async () => 1)).rejects.toMatchObject({ details: { retryAfter: 1 } });
  });

  it('remembers ten thousand people with work or waits; those without running work are forgotten above twice as many', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limit = personLimit({ atOnce: 1, waitingAtMost: 0, inMinute: 1 });
    const done = async () => 'done';
    let people = 0;
    const hold = (until: number) => {
      for (; people < until; people += 1) void limit(`held-${people}`, () => new Promise(() => {}));
    };
    await limit('first', done);
    for (const most of [10_000, 19_997]) {
      // Besides these, the first one and those that finished here.
      hold(most);
      await limit(`finished at ${most}`, done);
      await expect(limit('first', done)).rejects.toMatchObject({ code: 'rate-limited' });
    }
    await limit('one too many', done);
    expect(await limit('first', done)).toBe('done');
    vi.advanceTimersByTime(60_000);
    await expect(limit('held-0', done)).rejects.toMatchObject({ details: { retryAfter: 1 } });
  });
});
