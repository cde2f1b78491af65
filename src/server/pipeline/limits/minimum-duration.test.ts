import { describe, expect, it } from 'vitest';
import { atLeast } from './minimum-duration.ts';

describe('an answer that takes at least a while', () => {
  const took = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    const outcome = await atLeast(60, work).catch((error: Error) => `${error.message}!`);
    return { outcome, isSlow: performance.now() - begun >= 58 };
  };

  it('comes no sooner, whether the work was done or failed, and says what came of it', async () => {
    expect(await took(async () => 'done')).toEqual({ outcome: 'done', isSlow: true });
    expect(await took(() => Promise.reject(new Error('failed')))).toEqual({
      outcome: 'failed!',
      isSlow: true,
    });
  });

  it('comes when longer work is done', async () => {
    const slow = () => new Promise((resolve) => setTimeout(() => resolve('late'), 120));
    expect(await took(slow)).toEqual({ outcome: 'late', isSlow: true });
  });
});
