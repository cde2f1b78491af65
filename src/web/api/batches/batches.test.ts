import { describe, expect, it } from 'vitest';
import { batchCalls, batchesOf } from './batches.ts';

describe('the batches of an action on many', () => {
  it('hold every item once, at most as many as one call accepts [N-04]', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(batchesOf([], 2)).toEqual([]);
  });

  it('continue after the last answer when they are sent again, with the same key [N-04]', async () => {
    let keys = 0;
    const calls = batchCalls<string>(() => `key-${(keys += 1)}`);
    const sent: string[] = [];
    let isLost = true;
    const send = async (batch: string, key: string) => {
      sent.push(`${batch} ${key}`);
      if (batch === 'b' && isLost) throw new Error('lost');
      return `answer ${batch}`;
    };
    const run = () => calls.run(['a', 'b', 'c'], (batch) => batch, send);
    await expect(run()).rejects.toThrow('lost');
    expect(calls.answers()).toEqual(['answer a']);
    isLost = false;
    expect(await run()).toEqual(['answer a', 'answer b', 'answer c']);
    expect(sent).toEqual(['a key-1', 'b key-2', 'b key-2', 'c key-3']);
  });
});
