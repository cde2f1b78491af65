import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { AppError } from '../../../domain/errors.ts';
import { connectDatabase, type Connection } from '../../db/connection/connect.ts';
import { createSecrets } from '../../db/sealing/secrets.ts';
import {
  consume,
  countTries,
  forgetAttempts,
  mailedChange,
  networkOf,
  recentTries,
  setBack,
  type Counted,
  type Counts,
} from './limit.ts';

describe('counted attempts', () => {
  let database: TestDatabase;
  let connection: Connection;
  let now = Date.parse('2026-05-04T00:00:00Z');
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const services = () => ({ db: connection.db, secrets, clock: () => new Date(now) });

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  beforeEach(() => connection.db.deleteFrom('attempts').execute());
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  /** Seconds to wait; 0 if the attempt was allowed. */
  const wait = (...counted: Counted[]): Promise<number> =>
    consume(services(), counted).then(
      () => 0,
      (error: AppError) => {
        expect(error.code).toBe('rate-limited');
        return error.details['retryAfter'] as number;
      },
    );

  it('at sign-in are free five times, then wait 1, 2, 4 up to 60 seconds [security 13]', async () => {
    const ann = ['sign-in:account', 'ann@example.org'] as const;
    for (let round = 0; round < 5; round += 1) expect(await wait(ann)).toBe(0);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await wait(ann)).toBe(seconds);
      now += (seconds - 0.5) * 1_000;
      expect(await wait(ann)).toBe(1);
      now += 500;
      expect(await wait(ann)).toBe(0);
    }
    expect(await wait(['sign-in:account', 'bob@example.org'])).toBe(0);
    now += 15 * 60_000;
    expect(await wait(ann)).toBe(0);
  });

  it('at the same moment are all counted: of forty, five are allowed [security 13]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => wait(['sign-in:account', 'ann@example.org'])),
    );
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('for two scopes at once never deadlock', async () => {
    const address = ['sign-in:address', '192.0.2.1'] as const;
    const account = ['sign-in:account', 'ann@example.org'] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? wait(address, account) : wait(account, address))),
    );
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('are limited to fifty from one network in a quarter of an hour, and not counted when refused [security 13]', async () => {
    const address = ['sign-in:address', '192.0.2.9'] as const;
    for (let round = 0; round < 50; round += 1) expect(await wait(address)).toBe(0);
    now += 60_000;
    for (let round = 0; round < 3; round += 1) expect(await wait(address)).toBe(14 * 60);
    now += 14 * 60_000;
    expect(await wait(address)).toBe(0);
  });

  it('are refunded if they were no failures, and deleted for a person who proved their identity', async () => {
    const ann = ['sign-in:account', 'ann@example.org'] as const;
    for (let round = 0; round < 20; round += 1) await (await consume(services(), [ann])).refund();
    expect(await wait(ann)).toBe(0);
    for (let round = 0; round < 4; round += 1) await wait(ann);
    expect(await wait(ann)).toBe(1);
    await forgetAttempts(connection.db, secrets, ann);
    expect(await wait(ann)).toBe(0);
  });

  it('store no address and no e-mail in clear', async () => {
    await wait(['sign-in:account', 'ann@example.org'], ['sign-in:address', '192.0.2.1']);
    const rows = await connection.db.selectFrom('attempts').selectAll().execute();
    expect(rows.map((row) => row.subject_hash.length)).toEqual([32, 32]);
    for (const { scope, subject_hash } of rows)
      expect(scope + subject_hash.toString('latin1')).not.toMatch(/ann@|192\.0/);
    // Counts of a server of another release are found again.
    expect(rows.map((row) => row.subject_hash)).toContainEqual(
      secrets.sign('attempts', 'sign-in:account\nann@example.org'),
    );
  });

  it('count an IPv6 /64 network as one address', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:0db8:0001:0002:ffff:1:2:3'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('::ffff:192.0.2.7%eth0')).toBe('192.0.2.7');
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('0.0.0.0')).toBe('0.0.0.0');
    expect(networkOf('2001:DB8:00AB:0000::')).toBe('2001:db8:ab:0');
    expect(networkOf('1:2:3:4:5:6:7:8')).toBe('1:2:3:4');
    expect(networkOf('1::4:5:6:7:8')).toBe('1:0:0:4');
    expect(networkOf('::ffff:192.100.200.70')).toBe('192.100.200.70');
    // Only a complete IPv4-mapped IPv6 address counts as IPv4.
    expect(networkOf('64:ff9b::ffff:192.0.2.7')).toBe('64:ff9b:0:0');
    expect(networkOf('::ffff:192.0.2.7:1')).toBe('0:0:0:0');
  });

  it('are counted by network for addresses, and by the exact text for accounts', async () => {
    for (let round = 0; round < 5; round += 1) await wait(['sign-in:account', '2001:db8::1']);
    expect(await wait(['sign-in:account', '2001:db8::1'])).toBe(1);
    expect(await wait(['sign-in:account', '2001:db8::2'])).toBe(0);
    const tries = (counted: Counted) => recentTries(connection.db, secrets, new Date(now), counted);
    await wait(['sign-in:address', '2001:db8::1']);
    expect(await tries(['sign-in:address', '2001:db8::2'])).toBe(1);
    expect(await tries(['token:address', '2001:db8::1'])).toBe(0);
  });

  it('are checked against every rule of their kind at once, and return the longest wait [security 13]', async () => {
    const ann = ['plan-link:account', 'ann'] as const;
    for (let hour = 0; hour < 10; hour += 1) {
      expect(await wait(ann)).toBe(0);
      now += 60 * 60_000;
    }
    expect(await wait(ann)).toBe(14 * 60 * 60);
    now += 14 * 60 * 60_000;
    expect(await wait(ann)).toBe(0);
    const resent = ['resend:account', 'ann'] as const;
    for (let round = 0; round < 4; round += 1) {
      expect(await wait(resent)).toBe(0);
      expect(await wait(resent)).toBe(60);
      now += 60_000;
    }
    // The fifth is the last in the hour that began with the first.
    expect(await wait(resent)).toBe(0);
    expect(await wait(resent)).toBe(56 * 60);
  });

  it('by a clock up to a minute ahead are counted, others are ignored, and no wait becomes longer because of it', async () => {
    const asked = ['medicare:account', 'ann'] as const;
    const guessed = ['sign-in:account', 'ann'] as const;
    for (let round = 0; round < 5; round += 1) await wait(asked, guessed);
    now -= 60_000;
    expect(await wait(asked)).toBe(60 * 60);
    expect(await wait(guessed)).toBe(1);
    now -= 1;
    expect(await wait(asked)).toBe(0);
    expect(await wait(guessed)).toBe(0);
  });

  it('can be counted as if the last one had been made earlier', async () => {
    const ann = ['sign-in:account', 'ann'] as const;
    for (let round = 0; round < 5; round += 1) await wait(ann, ['sign-in:account', 'bob']);
    await setBack(services(), ann, 0.4);
    expect(await wait(ann)).toBe(1);
    await setBack(services(), ann, 0.6);
    const rows = await connection.db.selectFrom('attempts').select('at').orderBy('at').execute();
    expect(rows.filter(({ at }) => at.getTime() !== now)).toHaveLength(2);
    expect(await wait(['sign-in:account', 'bob'])).toBe(1);
  });

  it('are counted for as long as the longest rule of their kind covers', async () => {
    const ann = ['plan-link:account', 'ann'] as const;
    const tries = () => recentTries(connection.db, secrets, new Date(now), ann);
    await wait(ann);
    await wait(ann);
    now += 24 * 60 * 60_000 - 1;
    expect(await tries()).toBe(2);
    now += 1;
    expect(await tries()).toBe(0);
  });

  it('are deleted for one subject in one scope, and refunded in a single scope on request', async () => {
    const account = ['sign-in:account', 'ann'] as const;
    const other = ['sign-in:account', 'bob'] as const;
    const address = ['sign-in:address', '192.0.2.1'] as const;
    const tries = () =>
      Promise.all(
        [account, other, address].map((each) => recentTries(connection.db, secrets, new Date(now), each)),
      );
    const consumed = await consume(services(), [account, other, address]);
    await consume(services(), [account, address]);
    await consumed.refund('sign-in:address');
    expect(await tries()).toEqual([2, 1, 1]);
    await forgetAttempts(connection.db, secrets, account);
    expect(await tries()).toEqual([0, 1, 1]);
  });

  it('of one call are settled each by its own rule, however the call ends', async () => {
    const account = ['sign-in:account', 'ann'] as const;
    const address = ['sign-in:address', '192.0.2.1'] as const;
    const tries = () =>
      Promise.all([account, address].map((each) => recentTries(connection.db, secrets, new Date(now), each)));
    const after = async (ofAccount: Counts, ofAddress: Counts, work: () => Promise<unknown>) => {
      await connection.db.deleteFrom('attempts').execute();
      const counted = countTries(services());
      const outcome = await counted
        .settle(async () => {
          await counted.consume([]);
          await counted.consume([
            { counted: account, counts: ofAccount },
            { counted: address, counts: ofAddress },
          ]);
          expect(await tries()).toEqual([1, 1]);
          return work();
        })
        .catch((error: Error) => error.message);
      return [outcome, ...(await tries())];
    };
    const done = async () => 'done';
    const refused = () => Promise.reject(new AppError('conflict'));
    const broken = () => Promise.reject(new Error('broken'));
    expect(await after('always', 'unless-success', done)).toEqual(['done', 1, 0]);
    expect(await after('unless-success', ['conflict'], done)).toEqual(['done', 0, 0]);
    expect(await after(['conflict'], 'always', refused)).toEqual(['conflict', 1, 1]);
    expect(await after(['invalid', 'conflict'], ['invalid'], refused)).toEqual(['conflict', 1, 0]);
    expect(await after(['general_error'], ['conflict'], broken)).toEqual(['broken', 1, 0]);
    expect(await after('unless-success', ['invalid'], broken)).toEqual(['broken', 1, 0]);
  });

  it('of one call are each refunded once, also if several are of one scope', async () => {
    const both = [['sign-in:account', 'ann'] as const, ['sign-in:account', 'bob'] as const];
    await consume(services(), both);
    const counted = countTries(services());
    await counted.settle(() =>
      counted.consume(both.map((each) => ({ counted: each, counts: 'unless-success' }))),
    );
    for (const each of both) expect(await recentTries(connection.db, secrets, new Date(now), each)).toBe(1);
  });

  it('allow twenty account changes with a mail an hour, whether the calls succeed or fail', async () => {
    const change = (userId: string) => {
      const counted = countTries(services());
      return counted.settle(() => counted.consume(mailedChange(userId)));
    };
    for (let round = 0; round < 20; round += 1) await change('ann');
    await expect(change('ann')).rejects.toMatchObject({ code: 'rate-limited' });
    await change('bob');
  });
});
