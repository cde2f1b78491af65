import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { AppError, type ErrorCode } from '../../../../domain/errors.ts';
import { countTries, recentTries, type Counted, type Tries } from '../../../pipeline/limits/limit.ts';
import { invitingTries, knownAddressTries } from './inviting-tries.ts';

const now = new Date('2026-05-04T00:00:00Z');

describe('staff who invite staff', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  beforeEach(() => test.services.db.deleteFrom('attempts').execute());
  afterAll(() => test.close());

  /** Makes a call with these rate limits, and returns its outcome. */
  async function call(tries: Tries, refusal?: ErrorCode): Promise<string> {
    const counted = countTries({ ...test.services, clock: () => now });
    const work = async () => {
      await counted.consume(tries);
      if (refusal) throw new AppError(refusal);
      return 'done';
    };
    return counted.settle(work).catch((error: Error) => error.message);
  }
  const countOf = (...counted: Counted) => recentTries(test.services.db, test.services.secrets, now, counted);

  it('are counted per caller and per receiving address, whatever the outcome of the call [security 13]', async () => {
    await call(invitingTries('carer', 'ann@example.org'));
    await call(invitingTries('carer', 'bob@example.org'), 'conflict');
    expect(await countOf('customer-invite:account', 'carer')).toBe(2);
    expect(await countOf('customer-invite:recipient', 'ann@example.org')).toBe(1);
    expect(await countOf('customer-invite:recipient', 'bob@example.org')).toBe(1);
  });

  it('write to one address at most ten times a day in total', async () => {
    for (let number = 0; number < 10; number += 1)
      expect(await call(invitingTries(`carer ${number}`, 'ann@example.org'))).toBe('done');
    expect(await call(invitingTries('another', 'ann@example.org'))).toBe('rate-limited');
    expect(await call(invitingTries('another', 'bob@example.org'))).toBe('done');
  });

  it('learn of known addresses thirty times an hour at most; other answers do not count [D-11]', async () => {
    await call(knownAddressTries('carer'));
    await call(knownAddressTries('carer'), 'invalid');
    expect(await countOf('customer-known:account', 'carer')).toBe(0);
    for (let number = 0; number < 30; number += 1)
      expect(await call(knownAddressTries('carer'), 'existingUser')).toBe('existingUser');
    expect(await call(knownAddressTries('carer'))).toBe('rate-limited');
    expect(await call(knownAddressTries('another'))).toBe('done');
  });
});
