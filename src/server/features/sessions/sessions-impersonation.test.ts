import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provider } from '../../../../testing/people.ts';
import { createTestDatabase, type TestDatabase } from '../../../../testing/database/database.ts';
import type { Role } from '../../../domain/access/actors.ts';
import { connectDatabase, type Connection } from '../../db/connection/connect.ts';
import { actorOf } from './current-session.ts';
import { sessionsIn } from './sessions.fixture.ts';

const now = Date.parse('2026-05-04T00:00:00Z');

describe('sessions', () => {
  let database: TestDatabase;
  let connection: Connection;

  beforeAll(async () => {
    database = await createTestDatabase();
    connection = connectDatabase({ url: database.url });
  });
  afterAll(async () => {
    await connection.close();
    await database.drop();
  });

  const { services, person, start, kindOf } = sessionsIn(() => ({ connection, now }));

  describe('of a staff member in an account', () => {
    const change = (id: string, more: Record<string, unknown>) =>
      connection.db.updateTable('users').set(more).where('id', '=', id).execute();

    async function acting(role: Role = 'provideradmin') {
      const providerId = await provider(connection);
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
      ['works for no provider', { provider_id: null }],
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
});
