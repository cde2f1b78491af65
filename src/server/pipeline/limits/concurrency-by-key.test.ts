import { expect, it } from 'vitest';
import { concurrencyByKey } from './concurrency-by-key.ts';

it('runs few works of one key at once, and those of another key at the same time [R-04]', async () => {
  const run = concurrencyByKey({ atOnce: 2, waitingAtMost: 1 });
  const begun: string[] = [];
  let finish = () => {};
  const end = new Promise<void>((resolve) => (finish = resolve));
  const start = (key: string, name: string) =>
    run(key, async () => {
      begun.push(name);
      await end;
    });
  const started = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1')];
  await expect(start('a', 'a4')).rejects.toMatchObject({ code: 'unavailable' });
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  finish();
  await Promise.all(started);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await expect(run('a', async () => 'done')).resolves.toBe('done');
});

it('continues after work that failed [R-04]', async () => {
  const run = concurrencyByKey({ atOnce: 1, waitingAtMost: 1 });
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(run('a', async () => 1)).resolves.toBe(1);
});
