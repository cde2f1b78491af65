import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts';
import type { AppError } from '../../../domain/errors.ts';
import { connectDatabase, type Connection } from '../../db/connect.ts';
import { createSecrets } from '../../db/sealing/secrets.ts';
import { consume, forgetAttempts, networkOf, type Counted } from './limit.ts';

describe('counted tries', () => {
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

  /** Seconds to wait, 0 when the try was let through. */
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

  it('at the same moment are all counted: of forty, five pass [security 13]', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => wait(['sign-in:account', 'ann@example.org'])),
    );
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('in two counts at once never wait for each other in a circle', async () => {
    const address = ['sign-in:address', '192.0.2.1'] as const;
    const account = ['sign-in:account', 'ann@example.org'] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? wait(address, account) : wait(account, address))),
    );
    expect(answers.filter((seconds) => seconds === 0)).toHaveLength(5);
  });

  it('are fifty at most from one network in a quarter of an hour, and not counted when refused [security 13]', async () => {
    const address = ['sign-in:address', '192.0.2.9'] as const;
    for (let round = 0; round < 50; round += 1) expect(await wait(address)).toBe(0);
    now += 60_000;
    for (let round = 0; round < 3; round += 1) expect(await wait(address)).toBe(14 * 60);
    now += 14 * 60_000;
    expect(await wait(address)).toBe(0);
  });

  it('are taken back when they were no failures, and forgotten for one who proved who they are', async () => {
    const ann = ['sign-in:account', 'ann@example.org'] as const;
    for (let round = 0; round < 20; round += 1) await (await consume(services(), [ann])).refund();
    expect(await wait(ann)).toBe(0);
    for (let round = 0; round < 4; round += 1) await wait(ann);
    expect(await wait(ann)).toBe(1);
    await forgetAttempts(connection.db, secrets, ann);
    expect(await wait(ann)).toBe(0);
  });

  it('keep no address and no e-mail in clear', async () => {
    await wait(['sign-in:account', 'ann@example.org'], ['sign-in:address', '192.0.2.1']);
    const rows = await connection.db.selectFrom('attempts').selectAll().execute();
    expect(rows.map((row) => row.subject_hash.length)).toEqual([32, 32]);
    for (const { scope, subject_hash } of rows)
      expect(scope + subject_hash.toString('latin1')).not.toMatch(/ann@|192\.0/);
  });

  it('count a whole household of version 6 addresses as one', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:0db8:0001:0002:ffff:1:2:3'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0');
    expect(networkOf('::1')).toBe('0:0:0:0');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
    expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  });
});
