import { describe, expect, it } from 'vitest';
import { concurrencyByKey } from './concurrency-by-key.ts';
import { concurrencyLimit } from './concurrency-limit.ts';

/** Work whose start the test can observe and whose end the test controls. */
function gates() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.set(name, () => resolve(name));
    });
  return { begun, work, end: (name: string) => ends.get(name)!() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a concurrency limit', () => {
  it('gives a free slot to the work that has waited longest, and never exceeds the limit [R-04]', async () => {
    const limited = concurrencyLimit({ atOnce: 1, waitingAtMost: 2 });
    const { begun, work, end } = gates();
    const all = ['a', 'b', 'c'].map((name) => limited(work(name)));
    await expect(limited(work('d'))).rejects.toMatchObject({ code: 'unavailable' });
    expect(begun).toEqual(['a']);
    end('a');
    await settled();
    expect(begun).toEqual(['a', 'b']);
    const late = limited(work('e'));
    end('b');
    await settled();
    expect(begun).toEqual(['a', 'b', 'c']);
    end('c');
    await settled();
    end('e');
    expect(await Promise.all([...all, late])).toEqual(['a', 'b', 'c', 'e']);
  });

  it('is free again when nothing runs, also after work that failed [R-04]', async () => {
    const limited = concurrencyLimit({ atOnce: 1, waitingAtMost: 0 });
    await expect(limited(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    for (const round of [1, 2, 3]) expect(await limited(async () => round)).toBe(round);
    const { work, end } = gates();
    const running = limited(work('a'));
    await expect(limited(async () => 'too many')).rejects.toMatchObject({ code: 'unavailable' });
    end('a');
    expect(await running).toBe('a');
  });
});

it("still counts a key's running work when another work of the key has ended [R-04]", async () => {
  const limited = concurrencyByKey({ atOnce: 2, waitingAtMost: 0 });
  const { begun, work, end } = gates();
  const first = limited('key', work('a'));
  const second = limited('key', work('b'));
  end('a');
  expect(await first).toBe('a');
  const third = limited('key', work('c'));
  await expect(limited('key', work('d'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(begun).toEqual(['a', 'b', 'c']);
  end('b');
  end('c');
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
});
