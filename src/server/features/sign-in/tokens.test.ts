import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenIn } from '../../../../testing/links.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import type { Config } from '../../config.ts';
import { connectDatabase, type Connection } from '../../db/connection/connect.ts';
import { createSecrets } from '../../db/sealing/secrets.ts';
import { newShareId } from '../../db/sealing/account-secrets.ts';
import { findLink, findToken, issueToken, linkOf, useToken, type LinkPurpose } from './api.ts';

const minutes = 60_000;

describe('one-time links', () => {
  let database: TestDatabase;
  let connection: Connection;
  let now = Date.parse('2026-05-04T00:00:00Z');
  let userId = '';
  const secrets = createSecrets(Buffer.alloc(32, 7));
  const config = { publicUrl: 'https://wattle.test' } as Config;
  const services = () => ({ db: connection.db, secrets, config, clock: () => new Date(now) });
  const tokenOf = (purpose: LinkPurpose, id: string) => tokenIn(linkOf(services(), purpose, id));
  const issue = async (purpose: LinkPurpose) =>
    tokenOf(purpose, await issueToken(connection.db, new Date(now), purpose, userId));
  const find = (purpose: LinkPurpose, token: string) =>
    findToken(connection.db, services().secrets, new Date(now), purpose, token);
  const use = async (purpose: LinkPurpose, token: string) =>
    (await useToken(connection.db, services().secrets, new Date(now), purpose, token))?.userId ?? null;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
    userId = crypto.randomUUID();
    const values = {
      id: userId,
      email: 'ann@example.org',
      pin_sealed: Buffer.from('x'),
      share_id: newShareId(),
    };
    await connection.db.insertInto('users').values(values).execute();
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  it('lead to the page of their purpose and name the person once, with the token in the part that is sent to no server [security 16] [R-58]', async () => {
    const id = await issueToken(connection.db, new Date(now), 'verify-email', userId);
    expect(linkOf(services(), 'verify-email', id)).toMatch(
      /^https:\/\/wattle\.test\/verify-email#token=[\w-]{64}$/,
    );
    expect(await findLink(services(), 'verify-email', userId)).toBe(linkOf(services(), 'verify-email', id));
    const token = tokenOf('verify-email', id);
    expect(await use('verify-email', token)).toBe(userId);
    expect(await use('verify-email', token)).toBeNull();
    expect(await findLink(services(), 'verify-email', userId)).toBeNull();
  });

  it('work for one of many simultaneous calls', async () => {
    const token = await issue('reset-password');
    const answers = await Promise.all(Array.from({ length: 20 }, () => use('reset-password', token)));
    expect(answers.filter((answer) => answer !== null)).toEqual([userId]);
  });

  it('are invalid for another purpose [security 16]', async () => {
    const verify = await issueToken(connection.db, new Date(now), 'verify-email', userId);
    const reset = await issueToken(connection.db, new Date(now), 'reset-password', userId);
    expect(await use('reset-password', tokenOf('verify-email', verify))).toBeNull();
    expect(await use('verify-email', tokenOf('reset-password', reset))).toBeNull();
    // Signed for another purpose than the row has.
    expect(await use('reset-password', tokenOf('reset-password', verify))).toBeNull();
    expect(await use('verify-email', tokenOf('verify-email', verify))).toBe(userId);
  });

  it.each([
    ['verify-email', 24 * 60],
    ['reset-password', 60],
  ] as const)('for %s expire after %i minutes [security 16]', async (purpose, life) => {
    const token = await issue(purpose);
    now += life * minutes - 1;
    expect((await find(purpose, token))?.userId).toBe(userId);
    now += 1;
    expect(await find(purpose, token)).toBeNull();
    expect(await use(purpose, token)).toBeNull();
    expect(await findLink(services(), purpose, userId)).toBeNull();
  });

  it('are void once a newer one was requested', async () => {
    const older = await issue('verify-email');
    const newer = await issue('verify-email');
    expect(await use('verify-email', older)).toBeNull();
    expect(await use('verify-email', newer)).toBe(userId);
  });

  it('cannot be created from the data in the database, or by changing one [security 16]', async () => {
    const id = await issueToken(connection.db, new Date(now), 'reset-password', userId);
    const token = tokenOf('reset-password', id);
    const bytes = Buffer.from(token, 'base64url');
    bytes[47] = (bytes[47] ?? 0) ^ 1;
    const bare = Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), Buffer.alloc(32)]).toString(
      'base64url',
    );
    const strangers = tokenIn(
      linkOf({ config, secrets: createSecrets(Buffer.alloc(32, 8)) }, 'reset-password', id),
    );
    for (const bad of [
      bytes.toString('base64url'),
      bare,
      strangers,
      id,
      '',
      token.slice(0, 63),
      `${token}A`,
      "' or 1=1 --",
    ]) {
      expect(await use('reset-password', bad)).toBeNull();
      expect(await find('reset-password', bad)).toBeNull();
    }
    expect(await use('reset-password', token)).toBe(userId);
  });
});
