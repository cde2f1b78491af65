import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import {
  exportStaff,
  getProviderUsers,
  getProviderUsersCount,
  getStaffProviders,
} from './list-operations.ts';
import { outcomeOf, staffed, type Staffed } from '../staff.fixture.ts';

describe('the list of staff', () => {
  let test: TestServices;
  let at: Staffed;
  beforeAll(async () => {
    test = await startServices();
    at = await staffed(test);
  });
  afterAll(() => test.close());

  const list = async (who: string, input: object = {}) =>
    getProviderUsers.call(await at.as(who), { limit: 50, ...input });
  const seen = async (who: string, input: object = {}) =>
    (await list(who, { order_by: 'name_asc', ...input })).data.map(({ first_name }) => first_name).join(' ');

  const exported = async (who: string, input: object = {}) => {
    const names: (string | null)[] = [];
    for await (const rows of await exportStaff.call(await at.as(who), { order_by: 'name_asc', ...input }))
      names.push(...rows.map(({ first_name }) => first_name));
    return names.join(' ');
  };

  it('contains all staff and the administrators for the platform, and no customer [PUSER-02, API-50, GAP-98]', async () => {
    expect(await seen('admin')).toBe('admin editor guest head lodger nurse second sys tlc viewer warden');
    expect(await list('admin')).toMatchObject({ count: 11 });
  });

  it('contains for staff of a provider those of it and of the ones under it, and no administrator [PUSER-02, security 4]', async () => {
    expect(await seen('head')).toBe('editor head nurse second viewer warden');
    expect(await seen('viewer')).toBe('editor head nurse second viewer warden');
    expect(await seen('warden')).toBe('nurse warden');
    expect(await seen('lodger')).toBe('guest lodger');
  });

  it('finds, filters and counts nothing of another tree [security 4, security 5]', async () => {
    expect(await seen('warden', { search: 'nair' })).toBe('nurse warden');
    for (const search of ['lodger', 'tlc', 'head'])
      expect(await list('warden', { search })).toMatchObject({ count: 0, data: [] });
    expect(await list('head', { provider_id: at.lodge })).toMatchObject({ count: 0, data: [] });
    expect(await list('head', { role: 'sysadmin' })).toMatchObject({ count: 0, data: [] });
    expect(await seen('head', { provider_id: at.ward })).toBe('nurse warden');
    const counted = async (who: string, provider_id?: string) =>
      (await getProviderUsersCount.call(await at.as(who), { provider_id })).total;
    expect(await counted('admin')).toBe(11);
    expect(await counted('head')).toBe(6);
    expect(await counted('head', at.ward)).toBe(2);
    expect(await counted('head', at.lodge)).toBe(0);
    expect(await counted('warden', at.house)).toBe(2);
  });

  it('is exported with nothing but what the list shows [PUSER-02, security 4, security 5]', async () => {
    for (const who of ['admin', 'tlc', 'head', 'editor', 'viewer', 'warden', 'nurse', 'lodger'])
      expect(await exported(who), who).toBe(await seen(who));
    for (const provider_id of [at.house, at.ward, at.lodge])
      for (const who of ['warden', 'head'])
        for (const input of [{ provider_id }, { provider_id, search: 'nair' }, { provider_id, role: 'view' }])
          expect(await exported(who, input), who).toBe(await seen(who, input));
    expect(await exported('head', { provider_id: at.lodge })).toBe('');
    expect(await exported('head', { role: 'sysadmin' })).toBe('');
    expect(await exported('head', { status: 'archived' })).toBe('');
  });

  it('records who exported it and the filters, but not the search words [PUSER-02]', async () => {
    await exported('warden', { search: 'nair', role: 'view' });
    const kept = await test.services.db
      .selectFrom('audit_log')
      .select(['details', 'actor_id'])
      .where('action', '=', 'exportStaff')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow();
    expect(kept.actor_id).toBe(at.people['warden']!.userId);
    expect(kept.details).toMatchObject({ role: 'view', searched: true });
    expect(JSON.stringify(kept.details)).not.toContain('nair');
  });

  it('is refused to customers, to visitors, and to staff without the flag [security 1, security 4, PERM-08]', async () => {
    expect(
      await outcomeOf(getProviderUsers.call({ ...(await at.as('head')), actor: { kind: 'visitor' } }, {})),
    ).toBe('unauthenticated');
    const context = await at.as('head');
    const { actor } = at.people['customer']!;
    expect(await outcomeOf(getProviderUsers.call({ ...context, actor }, {}))).toBe('forbidden');
    expect(await outcomeOf(exportStaff.call({ ...context, actor }, {}))).toBe('forbidden');
    expect(await outcomeOf(exportStaff.call({ ...context, actor: { kind: 'visitor' } }, {}))).toBe(
      'unauthenticated',
    );
    const roles = test.services.db.updateTable('permission_roles').where('id', '=', 3);
    await roles.set({ can_manage_user: false }).execute();
    expect(await outcomeOf(list('viewer'))).toBe('forbidden');
    expect(await outcomeOf(exported('viewer'))).toBe('forbidden');
    await roles.set({ can_manage_user: true }).execute();
    expect(await outcomeOf(list('viewer'))).toBe('done');
  });

  it('is filtered by words, role and status, ten at a time, newest first [GAP-98]', async () => {
    expect((await list('admin', { limit: undefined })).data).toHaveLength(10);
    expect((await list('admin')).data[0]?.first_name).toBe('sys');
    expect(await seen('admin', { search: 'NAIR war' })).toBe('warden');
    expect(await seen('admin', { role: 'view' })).toBe('guest nurse viewer');
    await at.change('nurse', { status: 'suspended' });
    expect(await seen('admin', { status: 'suspended' })).toBe('nurse');
    await at.change('nurse', { status: 'active' });
  });

  it("shows for each person the caller's rights, and the roles that the caller can give [security 4, PERM-05]", async () => {
    const changeable = async (who: string) =>
      (await list(who, { order_by: 'name_asc' })).data
        .filter(({ may_change }) => may_change)
        .map(({ first_name }) => first_name)
        .join(' ');
    expect(await changeable('head')).toBe('editor nurse viewer warden');
    expect(await changeable('viewer')).toBe('');
    expect(await changeable('admin')).toBe('editor guest head lodger nurse second viewer warden');
    expect(await changeable('tlc')).toBe('admin editor guest head lodger nurse second viewer warden');
    expect(await changeable('sys')).toBe('admin editor guest head lodger nurse second tlc viewer warden');
    const given = async (who: string) => (await list(who)).given_roles;
    expect([await given('admin'), await given('head'), await given('viewer')]).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [],
    ]);
    expect((await list('head')).data.some(({ may_secure }) => may_secure)).toBe(false);
  });

  it('offers the providers to which callers can add staff, also to those who manage no customers [API-50, GAP-98, security 4]', async () => {
    const offered = async (who: string, input: object = {}) =>
      (await getStaffProviders.call(await at.as(who), input)).data.map(({ name }) => name).join(', ');
    const roles = test.services.db.updateTable('permission_roles').where('id', '=', 2);
    await roles.set({ can_manage_acp: false, can_manage_user: true }).execute();
    expect(await offered('editor')).toBe('Banksia House, Banksia North');
    expect(await offered('editor', { searchQuery: 'grevillea' })).toBe('');
    expect(await offered('admin', { searchQuery: 'lodge' })).toBe('Grevillea Lodge');
    await roles.set({ can_manage_acp: true, can_manage_user: false }).execute();
    for (const who of ['editor', 'viewer']) expect(await outcomeOf(offered(who))).toBe('forbidden');
    await roles.set({ can_manage_user: true }).execute();
  });

  it('shows nothing of archived providers to staff of a provider [GAP-96]', async () => {
    const ward = test.services.db.updateTable('providers').where('id', '=', at.ward);
    await ward.set({ archived: true }).execute();
    expect(await seen('head')).toBe('editor head second viewer');
    await ward.set({ archived: false }).execute();
  });
});
