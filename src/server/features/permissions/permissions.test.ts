import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { contextFor, password, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import type { Flags } from '../../../domain/permissions/templates.ts';
import { getPermissionRoles, getPermissionRoleUsers, updatePermissionRole } from './operations.ts';

const all: Flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const reading: Flags = { can_manage_acp: true, can_manage_all: false, can_manage_user: true };

describe('the permission roles', () => {
  let app: TestApp;
  let admin: TestPerson;
  let group: string;
  let house: string;

  const as = (who: TestPerson) => contextFor(app.services, who.actor);
  const roleOf = async (id: number) =>
    (await getPermissionRoles.call(as(admin), {})).find((role) => role.id === id)!;
  const save = async (id: number, flags: Flags, version?: number) =>
    updatePermissionRole.call(as(admin), { id, version: version ?? (await roleOf(id)).version, ...flags });
  const giveRole = (who: TestPerson, permission_role_id: number) =>
    app.services.db.updateTable('users').set({ permission_role_id }).where('id', '=', who.userId).execute();
  const staff = async (
    role: 1 | 2 | 3,
    providerId: string,
    more: { firstName?: string; lastName?: string } = {},
  ) => {
    const who = await person(app.services, { role: 'provideradmin', providerId, ...more });
    await giveRole(who, role);
    return who;
  };
  const client = async ({ email }: TestPerson) => {
    const made = new TestClient(app.url);
    await made.signIn(email, password);
    return made;
  };

  beforeAll(async () => {
    app = await startApp();
    admin = await person(app.services, { role: 'admin' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { db } = app.services;
    await db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('permission_role_id', 'in', [1, 2, 3])
      .execute();
    await db.updateTable('permission_roles').set(all).where('id', '=', 2).execute();
    await db.updateTable('permission_roles').set(reading).where('id', '=', 3).execute();
    group = await provider(app.services, 'Banksia Group');
    house = await provider(app.services, 'Banksia House', group);
  });

  it('are the seven of the source with their flags: 1, 2 and 3 of providers, 5 of customers [API-51, ENT-17, PERM-01, PERM-03, PERM-04, PERM-05]', async () => {
    const roles = await getPermissionRoles.call(as(admin), {});
    expect(roles.map(({ id, role, role_group }) => `${id} ${role} ${role_group}`)).toEqual([
      '1 provideradmin provider',
      '2 provideradmin provider',
      '3 providerview provider',
      '4 admin platform',
      '5 user customer',
      '6 tlcadmin platform',
      '7 sysadmin platform',
    ]);
    expect(roles[2]).toMatchObject({ label: 'User / view', ...reading, users: 0 });
    expect(roles[4]!.users).toBeNull();
  });

  it("count their people, without archived ones, within the caller's scope [PERM-06] [security 4]", async () => {
    const elsewhere = await provider(app.services, 'Grevillea Lodge');
    const manager = await staff(1, house);
    await staff(2, house);
    await staff(2, elsewhere);
    const gone = await staff(2, elsewhere);
    await app.services.db
      .updateTable('users')
      .set({ status: 'archived' })
      .where('id', '=', gone.userId)
      .execute();
    const countsFor = async (who: TestPerson) =>
      (await getPermissionRoles.call(as(who), {})).slice(0, 4).map(({ users }) => users);
    expect(await countsFor(admin)).toEqual([1, 2, 0, 1]);
    expect(await countsFor(manager)).toEqual([1, 1, 0, 0]);
  });

  it('list every person affected by a change with their provider, ten a page and with an exact count [PERM-06]', async () => {
    for (let number = 10; number < 22; number += 1)
      await staff(3, house, { firstName: 'Ann', lastName: `Lee ${number}` });
    const users = (offset: number) => getPermissionRoleUsers.call(as(admin), { id: '3', offset });
    const first = await users(0);
    expect(first).toMatchObject({ count: 12, isExact: true });
    expect(first.data).toHaveLength(10);
    expect(first.data[0]).toMatchObject({
      first_name: 'Ann',
      last_name: 'Lee 10',
      provider: 'Banksia House',
    });
    expect((await users(10)).data.map((row) => row.last_name)).toEqual(['Lee 20', 'Lee 21']);
    await expect(getPermissionRoleUsers.call(as(admin), { id: '4' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('can be edited only if they are the two templates, and only by administrators of the platform [PERM-06, API-51] [security 5]', async () => {
    const saved = await save(3, { ...reading, can_manage_user: false });
    expect(saved).toMatchObject({ id: 3, can_manage_user: false, can_manage_acp: true });
    for (const id of [1, 4, 5, 6, 7, 8])
      await expect(save(id, reading, 0)).rejects.toMatchObject({ code: 'not-found' });
    const manager = await staff(1, house);
    await expect(updatePermissionRole.call(as(manager), { id: 2, version: 0, ...all })).rejects.toMatchObject(
      { code: 'forbidden' },
    );
  });

  it('keep the user / view role from managing providers, whatever a call contains [PERM-08] [security 7]', async () => {
    await expect(save(3, all)).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'can_manage_all', message: 'permissions.right.notInRole' }],
    });
    expect(await roleOf(3)).toMatchObject(reading);
    expect(await save(2, reading)).toMatchObject(reading);
    expect(await save(2, all)).toMatchObject(all);
  });

  it('refuse the second of two saves with the current values [D-18] [fault 7]', async () => {
    const { version } = await roleOf(3);
    const one = { ...reading, can_manage_acp: false };
    const other = { ...reading, can_manage_user: false };
    const results = await Promise.allSettled([save(3, one, version), save(3, other, version)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const now = await roleOf(3);
    const lost = results.find((each) => each.status === 'rejected') as PromiseRejectedResult;
    const { can_manage_acp, can_manage_all, can_manage_user } = now;
    expect(lost.reason).toMatchObject({
      code: 'conflict',
      details: { version: version + 1, saved: { can_manage_acp, can_manage_all, can_manage_user } },
    });
  });

  it('take effect at the next request of a signed-in person [GAP-99] [fault 21] [security 6]', async () => {
    const editor = await staff(2, house);
    await staff(1, group);
    const open = await client(editor);
    const customers = async () => {
      const { data, errors } = await open.graphql('{ getCustomers { count } }');
      return errors?.[0].extensions.code ?? data.getCustomers.count;
    };
    const flags = async () =>
      (await open.graphql('{ currentUser { permission_role { can_manage_acp can_manage_user } } }')).data
        .currentUser.permission_role;
    expect(await customers()).toBe(0);
    await save(2, { ...all, can_manage_acp: false });
    expect([await customers(), await flags()]).toEqual([
      'forbidden',
      { can_manage_acp: false, can_manage_user: true },
    ]);
    await save(2, all);
    expect(await customers()).toBe(0);
  });

  it('let viewers read customers while their role allows it, and change none in any case [PERM-08, CON-05] [security 5]', async () => {
    const viewer = await staff(3, house);
    const customer = await person(app.services, { providerId: house });
    const open = await client(viewer);
    const codeOf = async (call: string) =>
      (await open.graphql(call)).errors?.[0].extensions.code ?? 'allowed';
    const read = `{ getCustomer(id: "${customer.userId}") { id } }`;
    const change = `mutation { updateUserStatus(id: "${customer.userId}", status: "suspended") { id } }`;
    expect([await codeOf(read), await codeOf(change)]).toEqual(['allowed', 'forbidden']);
    await save(3, { ...reading, can_manage_acp: false });
    expect([await codeOf(read), await codeOf(change)]).toEqual(['forbidden', 'forbidden']);
    expect(await codeOf('{ getCustomers { count } }')).toBe('forbidden');
  });

  it('keep a user with all rights for each provider, and list the providers that would have none [GAP-99]', async () => {
    await staff(2, house);
    const refused = save(2, { ...all, can_manage_all: false });
    await expect(refused).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'form', message: 'error.user.lastManager' }],
      details: { count: 1, providers: ['Banksia House'] },
    });
    const above = await staff(1, group);
    expect(await save(2, { ...all, can_manage_all: false })).toMatchObject({ can_manage_all: false });
    await save(2, all);
    const { db } = app.services;
    await db.updateTable('users').set({ status: 'suspended' }).where('id', '=', above.userId).execute();
    await expect(save(2, reading)).rejects.toMatchObject({ code: 'conflict' });
    await db.updateTable('providers').set({ archived: true }).where('id', '=', house).execute();
    expect(await save(2, reading)).toMatchObject(reading);
  });
});
