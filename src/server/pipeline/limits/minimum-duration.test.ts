import { describe, expect, it } from 'vitest';
import { atLeast } from './minimum-duration.ts';

describe('an answer with a minimum duration', () => {
  const took = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    const outcome = await atLeast(60, work).catch((error: Error) => `${error.message}!`);
    return { outcome, isSlow: performance.now() - begun >= 58 };
  };

  it('arrives no sooner, whether the work succeeded or failed, and returns its result or error', async () => {
    expect(await took(async () => 'done')).toEqual({ outcome: 'done', isSlow: true });
    expect(await took(() => Promise.reject(new Error('failed')))).toEqual({
      outcome: 'failed!',
      isSlow: true,
    });
  });

  it('arrives as soon as longer work is done', async () => {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('late'), 120));
    expect(await took(slow)).toEqual({ outcome: 'late', isSlow: true });
  });
});
