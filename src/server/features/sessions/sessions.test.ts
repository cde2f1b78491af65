import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import { provider } from '../../../../testing/people.ts';
import { connectDatabase, type Connection } from '../../db/connection/connect.ts';
import { endAllSessions, endSession, rotateSession, sessionCookieName } from './api.ts';
import { actorOf } from './current-session.ts';
import { sessionsIn } from './sessions.fixture.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('sessions', () => {
  let database: TestDatabase;
  let connection: Connection;
  let now = Date.parse('2026-05-04T00:00:00Z');

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const { services, person, start, kindOf } = sessionsIn(() => ({ connection, now }));

  /** Requests the actor, and waits until the extended idle expiry is stored. */
  async function ask(token: string, userId: string): Promise<string> {
    const kind = await kindOf(token);
    for (let round = 0; round < 100 && kind === 'person'; round += 1) {
      const row = await connection.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (now - row.last_seen_at.getTime() < minute) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return kind;
  }

  it("contain the person's current role, provider and flags [PERM-01] [security 6]", async () => {
    const providerId = await provider(connection, 'Wattle Grove');
    const staff = await person('provideradmin', { provider_id: providerId, language: 'zh' });
    const { token } = await start(staff);
    const session = await actorOf(services(), token);
    const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
    expect(session).toMatchObject({
      actor: {
        kind: 'person',
        userId: staff.id,
        role: 'provideradmin',
        providerId,
        flags,
        actingStaffId: null,
        secondStepDue: false,
        consentDue: false,
      },
      language: 'zh',
    });
    await connection.db
      .updateTable('users')
      .set({ permission_role_id: 3 })
      .where('id', '=', staff.id)
      .execute();
    expect((await actorOf(services(), token)).actor).toMatchObject({ role: 'providerview' });
    await connection.db
      .updateTable('providers')
      .set({ archived: true })
      .where('id', '=', providerId)
      .execute();
    expect(await kindOf(token)).toBe('visitor');
  });

  it('are stored as a hash of 256 random bits: the table contains no cookie [security 17]', async () => {
    const { token } = await start(await person('user'));
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await connection.db.selectFrom('sessions').selectAll().execute();
    expect(
      rows.some(
        (row) =>
          row.token_hash.toString('base64url') === token || row.token_hash.toString('utf8').includes(token),
      ),
    ).toBe(false);
    for (const row of rows) expect(await kindOf(row.token_hash.toString('base64url'))).toBe('visitor');
  });

  it.each([
    ['user', 12 * hour, 7 * 24 * hour],
    ['provideradmin', 30 * minute, 12 * hour],
    ['admin', 30 * minute, 12 * hour],
  ] as const)(
    'of %s end after %i ms unused and %i ms at most [security 18]',
    async (role, idle, absolute) => {
      const who = await person(role);
      const unused = await start(who);
      now += idle - 1;
      expect(await kindOf(unused.token)).toBe('person');
      const other = await person(role);
      const left = await start(other);
      now += idle;
      expect(await kindOf(left.token)).toBe('visitor');

      const busy = await person(role);
      const { token, expiresAt } = await start(busy);
      expect(expiresAt.getTime()).toBe(now + absolute);
      const end = now + absolute;
      while (now + idle - minute < end) {
        now += idle - minute;
        expect(await ask(token, busy.id)).toBe('person');
      }
      now = end - 1;
      expect(await ask(token, busy.id)).toBe('person');
      now = end;
      expect(await kindOf(token)).toBe('visitor');
    },
  );

  it('store their idle expiry at most once a minute', async () => {
    const who = await person('user');
    const { token } = await start(who);
    const seen = () =>
      connection.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('user_id', '=', who.id)
        .executeTakeFirstOrThrow();
    const first = (await seen()).last_seen_at;
    now += minute - 1;
    await ask(token, who.id);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await seen()).last_seen_at).toEqual(first);
    now += 1;
    await ask(token, who.id);
    expect((await seen()).last_seen_at).toEqual(new Date(now));
  });

  it.each(['suspended', 'archived', 'invited'] as const)(
    'of a user %s are invalid from the next request on [security 18] [fault 21]',
    async (status) => {
      const who = await person('user');
      const { token } = await start(who);
      expect(await kindOf(token)).toBe('person');
      await connection.db.updateTable('users').set({ status }).where('id', '=', who.id).execute();
      expect(await kindOf(token)).toBe('visitor');
    },
  );

  it.each([
    ['provideradmin', 'prod', false, true],
    ['admin', 'prod', false, true],
    ['admin', 'prod', true, false],
    ['admin', 'test', false, false],
    ['user', 'prod', false, false],
  ] as const)(
    'of %s in %s with the second step on (%s) report that it is due: %s [security 14]',
    async (role, environment, second_step_on, due) => {
      const { token } = await start(await person(role, { second_step_on }));
      expect((await actorOf(services(environment), token)).actor).toMatchObject({ secondStepDue: due });
    },
  );

  it.each([
    ['user', {}, false],
    ['user', { eusa_read_version: null }, true],
    ['user', { privacy_policy_read_version: '0.0' }, true],
    ['provideradmin', { privacy_policy_read_version: null }, true],
    ['admin', { eusa_read_version: '9.9' }, true],
  ] as const)(
    'of %s with the agreements %j report that one is due: %s [GAP-71]',
    async (role, agreements, due) => {
      const { token } = await start(await person(role, agreements));
      expect((await actorOf(services(), token)).actor).toMatchObject({ consentDue: due });
    },
  );

  it('get a new token when their permissions change, and the previous one is invalid [security 17]', async () => {
    const who = await person('user');
    const { token, expiresAt } = await start(who);
    const { sessionId } = await actorOf(services(), token);
    const renewed = await rotateSession(connection.db, sessionId ?? '');
    expect(renewed?.expiresAt).toEqual(expiresAt);
    expect(await kindOf(token)).toBe('visitor');
    expect((await actorOf(services(), renewed?.token ?? null)).sessionId).toBe(sessionId);
    expect(await rotateSession(connection.db, randomUUID())).toBeNull();
  });

  it('are not extended by requests that a page makes itself: a page left open does not keep its session alive [security 18]', async () => {
    const who = await person('admin');
    const { token } = await start(who);
    for (let round = 0; round < 5; round += 1) {
      now += 5 * minute;
      expect((await actorOf(services(), token, { unattended: true })).actor.kind).toBe('person');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    now += 5 * minute;
    expect(await kindOf(token)).toBe('visitor');
  });

  it('end one by one, or all of a person at once except one', async () => {
    const who = await person('user');
    const tokens = [await start(who), await start(who), await start(who)].map(({ token }) => token);
    const ids = await Promise.all(
      tokens.map(async (token) => (await actorOf(services(), token)).sessionId as string),
    );
    await endSession(connection.db, ids[0] as string);
    expect(await Promise.all(tokens.map(kindOf))).toEqual(['visitor', 'person', 'person']);
    await endAllSessions(connection.db, who.id, ids[2]);
    expect(await Promise.all(tokens.map(kindOf))).toEqual(['visitor', 'visitor', 'person']);
    await endAllSessions(connection.db, who.id);
    expect(await Promise.all(tokens.map(kindOf))).toEqual(['visitor', 'visitor', 'visitor']);
  });

  it('accept no forged token', async () => {
    for (const forged of [null, '', 'x', 'x'.repeat(10_000), "' or 1=1 --", randomUUID()])
      expect(await kindOf(forged)).toBe('visitor');
  });

  it('have a cookie bound to the host with TLS', () => {
    expect(sessionCookieName({ publicUrl: 'https://wattle.test' })).toBe('__Host-wattle');
    expect(sessionCookieName({ publicUrl: 'http://localhost:3000' })).toBe('wattle');
  });
});
