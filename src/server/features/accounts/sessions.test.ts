import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database.ts';
import type { Role } from '../../../domain/access.ts';
import { consentVersion } from '../../../domain/consents.ts';
import { connectDatabase, type Connection } from '../../db/connect.ts';
import { newShareId } from './card-secrets.ts';
import {
  actorOf,
  endAllSessions,
  endSession,
  rotateSession,
  sessionCookieName,
  startSession,
} from './sessions.ts';

const minute = 60_000;
const hour = 60 * minute;
const roleIds: Partial<Record<Role, number>> = { user: 5, provideradmin: 1, admin: 4 };

describe('sessions', () => {
  let database: TestDatabase;
  let connection: Connection;
  let now = Date.parse('2026-05-04T00:00:00Z');
  const services = (environment: 'test' | 'prod' = 'test') => ({
    db: connection.db,
    clock: () => new Date(now),
    config: { environment },
  });

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  async function person(role: Role, more: Record<string, unknown> = {}) {
    const id = randomUUID();
    const values = {
      id,
      email: `${id}@example.org`,
      pin_sealed: Buffer.from('x'),
      share_id: newShareId(),
      permission_role_id: roleIds[role]!,
      eusa_read_version: consentVersion.version,
      privacy_policy_read_version: consentVersion.version,
      ...more,
    };
    await connection.db.insertInto('users').values(values).execute();
    return { id, role };
  }

  async function provider(): Promise<string> {
    const id = randomUUID();
    await connection.db
      .insertInto('providers')
      .values({ id, name: 'Banksia House', path: [id], provider_root_id: id })
      .execute();
    return id;
  }

  const start = (of: { id: string; role: Role }) =>
    startSession(connection.db, new Date(now), of, 'a browser');
  const kindOf = async (token: string | null) => (await actorOf(services(), token)).actor.kind;

  /** Asks, and waits until the idle limit that the question pushes on is stored. */
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

  it('name the person with role, provider and flags as they are now [PERM-01] [security 6]', async () => {
    const provider = await connection.db
      .insertInto('providers')
      .values({ name: 'Wattle Grove' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const staff = await person('provideradmin', { provider_id: provider.id, language: 'zh' });
    const { token } = await start(staff);
    const session = await actorOf(services(), token);
    const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
    expect(session).toMatchObject({
      actor: {
        kind: 'person',
        userId: staff.id,
        role: 'provideradmin',
        providerId: provider.id,
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
      .where('id', '=', provider.id)
      .execute();
    expect(await kindOf(token)).toBe('visitor');
  });

  it('are kept as a hash of 256 random bits: the table holds no cookie [security 17]', async () => {
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

  it('write their idle limit at most once a minute', async () => {
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
    'of somebody %s count for nothing from the next request on [security 18] [fault 21]',
    async (status) => {
      const who = await person('user');
      const { token } = await start(who);
      expect(await kindOf(token)).toBe('person');
      await connection.db.updateTable('users').set({ status }).where('id', '=', who.id).execute();
      expect(await kindOf(token)).toBe('visitor');
    },
  );

  describe('of a staff member in an account', () => {
    const change = (id: string, more: Record<string, unknown>) =>
      connection.db.updateTable('users').set(more).where('id', '=', id).execute();

    async function acting(role: Role = 'provideradmin') {
      const providerId = await provider();
      const customer = await person('user', { provider_id: providerId });
      const staff = await person(role, role === 'provideradmin' ? { provider_id: providerId } : {});
      const { token } = await start(customer);
      await connection.db
        .updateTable('sessions')
        .set({ acting_staff_id: staff.id })
        .where('user_id', '=', customer.id)
        .execute();
      expect((await actorOf(services(), token)).actor).toMatchObject({
        userId: customer.id,
        role: 'user',
        actingStaffId: staff.id,
      });
      return { token, customer, staff, providerId };
    }

    it.each([
      ['is suspended', { status: 'suspended' }],
      ['is archived', { status: 'archived' }],
      ['may only read from now on', { permission_role_id: 3 }],
      ['is staff no more', { permission_role_id: 5 }],
      ['works for nobody', { provider_id: null }],
      ['has a text to agree to', { eusa_read_version: '0.0' }],
    ] as const)('end when the staff member %s [fault 21, security 8]', async (_, change_) => {
      const { token, staff } = await acting();
      await change(staff.id, change_);
      expect(await kindOf(token)).toBe('visitor');
    });

    it.each([
      ['is suspended', { status: 'suspended' }],
      ['goes to another provider', { provider_id: null }],
      ['becomes an administrator', { permission_role_id: 4 }],
    ] as const)('end when the customer %s [fault 21, security 8]', async (_, change_) => {
      const { token, customer } = await acting();
      await change(customer.id, change_);
      expect(await kindOf(token)).toBe('visitor');
    });

    it('end when the right to manage plans is taken from the role, or the provider is archived [fault 21, security 6]', async () => {
      const { token, providerId } = await acting();
      const mayManage = (can_manage_acp: boolean) =>
        connection.db.updateTable('permission_roles').set({ can_manage_acp }).where('id', '=', 1).execute();
      await mayManage(false);
      expect(await kindOf(token)).toBe('visitor');
      await mayManage(true);
      expect(await kindOf(token)).toBe('person');
      await connection.db
        .updateTable('providers')
        .set({ archived: true })
        .where('id', '=', providerId)
        .execute();
      expect(await kindOf(token)).toBe('visitor');
    });

    it('end in production while the staff member has no second step [security 14]', async () => {
      const { token, staff } = await acting('admin');
      const inProduction = async () => (await actorOf(services('prod'), token)).actor.kind;
      expect(await inProduction()).toBe('visitor');
      await change(staff.id, { second_step_on: true });
      expect(await inProduction()).toBe('person');
    });
  });

  it.each([
    ['provideradmin', 'prod', false, true],
    ['admin', 'prod', false, true],
    ['admin', 'prod', true, false],
    ['admin', 'test', false, false],
    ['user', 'prod', false, false],
  ] as const)(
    'of %s in %s with the second step on (%s) say that it is due: %s [security 14]',
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
    'of %s with the agreements %j say that one is due: %s [GAP-71]',
    async (role, agreements, due) => {
      const { token } = await start(await person(role, agreements));
      expect((await actorOf(services(), token)).actor).toMatchObject({ consentDue: due });
    },
  );

  it('get a new token when what they may do changes, and the one before opens nothing [security 17]', async () => {
    const who = await person('user');
    const { token, expiresAt } = await start(who);
    const { sessionId } = await actorOf(services(), token);
    const renewed = await rotateSession(connection.db, sessionId ?? '');
    expect(renewed?.expiresAt).toEqual(expiresAt);
    expect(await kindOf(token)).toBe('visitor');
    expect((await actorOf(services(), renewed?.token ?? null)).sessionId).toBe(sessionId);
    expect(await rotateSession(connection.db, randomUUID())).toBeNull();
  });

  it('stay as they are for what a page asks by itself: a page left open does not keep its session alive [security 18]', async () => {
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

  it('end one by one, or all of a person at once but for one', async () => {
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

  it('know no forged token', async () => {
    for (const forged of [null, '', 'x', 'x'.repeat(10_000), "' or 1=1 --", randomUUID()])
      expect(await kindOf(forged)).toBe('visitor');
  });

  it('have a cookie bound to the host where there is TLS', () => {
    expect(sessionCookieName({ publicUrl: 'https://wattle.test' })).toBe('__Host-wattle');
    expect(sessionCookieName({ publicUrl: 'http://localhost:3000' })).toBe('wattle');
  });
});
