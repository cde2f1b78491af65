import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { isToBeNotified, manyTries } from './failed-attempts.ts';
import { consume } from '../../../pipeline/limits/limit.ts';

const now = new Date('2026-05-04T00:00:00Z');
const day = 24 * 60 * 60_000;

describe('a person whose password is being guessed', () => {
  let test: TestServices;
  let who: TestPerson;
  beforeAll(async () => {
    test = await startServices();
  });
  beforeEach(async () => {
    who = await person(test.services);
  });
  afterAll(() => test.close());

  const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const isNotified = (at = now) =>
    isToBeNotified(test.services.db, test.services.secrets, at, { id: who.userId, email: who.email });

  /** Inserts some of ten attempts, a minute apart, the last one a minute ago. */
  async function tries(from: number, to: number, { at = now, email = who.email } = {}): Promise<void> {
    for (let number = from; number < to; number += 1) {
      const time = new Date(at.getTime() - (manyTries - number) * 60_000);
      await consume({ ...test.services, clock: () => time }, [['sign-in:account', email]]);
    }
  }

  async function notifiedAt(at: Date | null): Promise<boolean> {
    await test.services.db
      .updateTable('users')
      .set({ tries_told_at: at })
      .where('id', '=', who.userId)
      .execute();
    return isNotified();
  }

  it('is notified from ten wrong passwords in fifteen minutes on, once a day [security 13]', async () => {
    await tries(0, manyTries - 1);
    expect(await isNotified()).toBe(false);
    await tries(manyTries - 1, manyTries);
    expect(await isNotified()).toBe(true);
    expect(await isNotified()).toBe(false);
    await tries(0, manyTries, { at: later(day - 1) });
    expect(await isNotified(later(day - 1))).toBe(false);
    expect(await isNotified(later(day))).toBe(true);
  });

  it('is notified once when two simultaneous attempts are too many', async () => {
    await tries(0, manyTries);
    const notified = await Promise.all([isNotified(), isNotified()]);
    expect(notified.filter(Boolean)).toHaveLength(1);
  });

  it('is notified although a clock that was ahead recorded a notice; a minute ahead is tolerated', async () => {
    await tries(0, manyTries);
    expect(await notifiedAt(later(60_000))).toBe(false);
    expect(await notifiedAt(later(60_001))).toBe(true);
    expect(await notifiedAt(null)).toBe(true);
  });

  it('is not notified of attempts at another address, and a notice to one does not suppress that to another', async () => {
    const other = await person(test.services);
    await tries(0, manyTries);
    const { db, secrets } = test.services;
    const ofOther = { id: other.userId, email: other.email };
    expect(await isToBeNotified(db, secrets, now, ofOther)).toBe(false);
    expect(await isNotified()).toBe(true);
    await tries(0, manyTries, { email: other.email });
    expect(await isToBeNotified(db, secrets, now, ofOther)).toBe(true);
  });
});
