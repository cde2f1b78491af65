import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { can } from '../../../domain/access/access.ts';
import { roles } from '../../../domain/access/actors.ts';
import { scopeOf } from '../../../domain/access/scope.ts';
import { person, provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { startSession } from '../sessions/api.ts';
import { actorOf } from '../sessions/current-session.ts';

describe('the permission roles', () => {
  let test: TestServices;
  beforeAll(async () => {
    test = await startServices();
  });
  afterAll(() => test.close());

  const all = () => test.services.db.selectFrom('permission_roles').selectAll().orderBy('id').execute();

  it('are those of the source, and a system administrator [PERM-01, CON-03]', async () => {
    const stored = await all();
    expect(stored.map(({ id, role }) => [id, role])).toEqual([
      [1, 'provideradmin'],
      [2, 'provideradmin'],
      [3, 'providerview'],
      [4, 'admin'],
      [5, 'user'],
      [6, 'tlcadmin'],
      [7, 'sysadmin'],
    ]);
    expect(new Set(stored.map(({ role }) => role))).toEqual(new Set(roles));
  });

  it('are staff of a provider from 1 to 3, and a customer with 5 [PERM-03, PERM-04]', async () => {
    const group = (wanted: string) => async () =>
      (await all()).filter(({ role_group }) => role_group === wanted).map(({ id }) => id);
    expect(await group('provider')()).toEqual([1, 2, 3]);
    expect(await group('customer')()).toEqual([5]);
  });

  it('have their flags: the editing template has all three, the reading one lacks the flag for everything [PERM-05, PERM-07, PERM-08]', async () => {
    const flags = Object.fromEntries(
      (await all()).map(({ id, can_manage_acp, can_manage_all, can_manage_user }) => [
        id,
        [can_manage_acp, can_manage_all, can_manage_user],
      ]),
    );
    expect(flags[2]).toEqual([true, true, true]);
    expect(flags[3]).toEqual([true, false, true]);
    expect(flags[5]).toEqual([false, false, false]);
  });

  it('apply to the very next request when a role or a flag changes [PERM-05, GAP-100, fault 21]', async () => {
    const { services } = test;
    const { db } = services;
    const house = await provider(services);
    const priya = await person(services, { role: 'provideradmin', providerId: house });
    const now = services.clock();
    const { token } = await startSession(db, now, { id: priya.userId, role: 'provideradmin' }, null);
    const subject = { kind: 'provider', providerId: house, providerPath: [house] } as const;
    const decision = async () => can((await actorOf(services, token)).actor, 'provider.update', subject);
    const be = (permission_role_id: number) =>
      db.updateTable('users').set({ permission_role_id }).where('id', '=', priya.userId).execute();
    expect(await decision()).toBe('allow');
    await be(3);
    expect(await decision()).toBe('forbidden');
    await be(5);
    expect(await decision()).toBe('not-found');
    await be(2);
    expect(await decision()).toBe('allow');
    await db.updateTable('permission_roles').set({ can_manage_all: false }).where('id', '=', 2).execute();
    expect(await decision()).toBe('forbidden');
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', priya.userId).execute();
    expect(await decision()).toBe('unauthenticated');
  });

  it('determine a session, including tlcadmin, with the limits of staff [PERM-02]', async () => {
    const { services } = test;
    const { userId } = await person(services, { role: 'tlcadmin' });
    const now = services.clock();
    const { token, expiresAt } = await startSession(services.db, now, { id: userId, role: 'tlcadmin' }, null);
    expect(expiresAt.getTime() - now.getTime()).toBe(12 * 3_600_000);
    const { actor } = await actorOf(services, token);
    expect(actor).toMatchObject({ kind: 'person', userId, role: 'tlcadmin' });
    expect(can(actor, 'settings.mail', null)).toBe('allow');
  });

  it('make a customer of a provider no more than a customer [PERM-01, PROD-13]', async () => {
    const { services } = test;
    const house = await provider(services);
    const { actor } = await person(services, { providerId: house });
    expect(scopeOf(actor)).toEqual({ people: 'one', userId: actor.userId });
    for (const action of ['overview.read', 'settings.mail', 'settings.notifications'] as const)
      expect(can(actor, action, null)).toBe('forbidden');
    expect(can(actor, 'provider.read', { kind: 'provider', providerId: house, providerPath: [house] })).toBe(
      'not-found',
    );
  });
});
