import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signinForm } from '../../domain/inputs/sign-in/signin.ts';
import { checksOf } from './late-schema.ts';

describe('the checks of a form that load after it', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('load once, and are present from then on', async () => {
    const late = vi.fn(() => Promise.resolve(signinForm));
    const checks = checksOf(late);
    expect(checks.present()).toBeUndefined();
    expect(await Promise.all([checks.load(), checks.load()])).toEqual([signinForm, signinForm]);
    expect(checks.present()).toBe(signinForm);
    await checks.load();
    expect(late).toHaveBeenCalledTimes(1);
  });

  it('load again after a failure', async () => {
    const late = vi.fn(() => Promise.resolve(signinForm)).mockRejectedValueOnce(new TypeError('offline'));
    const checks = checksOf(late);
    await expect(checks.load()).rejects.toThrow('offline');
    expect(checks.present()).toBeUndefined();
    expect(await checks.load()).toBe(signinForm);
  });

  it('fail if they do not arrive within 30 seconds', async () => {
    const checks = checksOf(() => new Promise<typeof signinForm>(() => undefined));
    const failed = expect(checks.load()).rejects.toThrow('in time');
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });
});
