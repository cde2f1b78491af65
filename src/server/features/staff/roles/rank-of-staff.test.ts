import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { inviteProvider } from '../../providers/registered/invite-operation.ts';
import { insertProviderUser } from '../inviting/add-operation.ts';
import { updateProviderUser, updateUserPermissionRole } from '../change-operations.ts';
import { removeStaffSecondStep } from '../secure-operations.ts';
import { outcomeOf, staffed, type Staffed } from '../staff.fixture.ts';
import { deleteProviderUser, suspendProviderUser } from '../status-operations.ts';

describe('staff whose role has the same flags as the manager', () => {
  let test: TestServices;
  let at: Staffed;
  beforeAll(async () => {
    test = await startServices();
    at = await staffed(test);
    // The editor's template has every flag, like the organisation role.
    await test.services.db
      .updateTable('permission_roles')
      .set({ can_manage_acp: true, can_manage_all: true, can_manage_user: true })
      .where('id', '=', 2)
      .execute();
  });
  afterAll(() => test.close());

  const id = (who: string) => at.people[who]!.userId;
  const names = { first_name: 'Priya', last_name: 'Nair' };
  const role = async (who: string, whom: string, permission_role_id: number) =>
    outcomeOf(updateUserPermissionRole.call(await at.as(who), { id: id(whom), permission_role_id }));

  it('cannot change, suspend, remove or demote a manager, or make anyone their peer [S-08]', async () => {
    const editor = await at.as('editor');
    const facts = { ...names, phone: '', role: 'nurse' };
    for (const whom of ['head', 'warden']) {
      const email = at.people[whom]!.email;
      expect(await role('editor', whom, 3)).toBe('forbidden');
      expect(await outcomeOf(suspendProviderUser.call(editor, { id: id(whom) }))).toBe('forbidden');
      expect(await outcomeOf(deleteProviderUser.call(editor, { id: id(whom) }))).toBe('forbidden');
      expect(await outcomeOf(updateProviderUser.call(editor, { ...facts, id: id(whom), email }))).toBe(
        'forbidden',
      );
      const asked = { id: id(whom), password: at.people['editor']!.password };
      expect(await outcomeOf(removeStaffSecondStep.call(editor, asked))).toBe('forbidden');
    }
    expect(await role('editor', 'editor', 1)).toBe('forbidden');
    for (const permission_role_id of [1, 2]) {
      expect(await role('editor', 'viewer', permission_role_id)).toBe('invalid: error.user.roleNotYours');
      const added = { ...facts, email: 'peer@test.example', permission_role_id, provider_id: at.house };
      expect(await outcomeOf(insertProviderUser.call(editor, added))).toBe(
        'invalid: error.user.roleNotYours',
      );
    }
    expect(await at.stored('head')).toMatchObject({ permission_role_id: 1, status: 'active' });
  });

  it('invite the contact person of a provider under theirs with their own role, not with a higher one [S-08]', async () => {
    const invite = async (who: string) => {
      const { contact_id } = await inviteProvider.call(await at.as(who), {
        ...names,
        provider_name: `Under ${who}`,
        email: `contact-${who}@test.example`,
        providerType: 'internal_provider',
      });
      at.people[`contact of ${who}`] = { ...at.people['head']!, userId: contact_id };
      return (await at.stored(`contact of ${who}`))['permission_role_id'];
    };
    expect([await invite('editor'), await invite('head'), await invite('admin')]).toEqual([2, 1, 1]);
  });

  it('cannot remove a manager when only an editor would be left, whatever the role of the caller [S-08]', async () => {
    await at.change('viewer', { permission_role_id: 2, provider_id: at.ward });
    expect(await role('head', 'warden', 3)).toBe('invalid: error.user.lastManager');
    expect(await outcomeOf(suspendProviderUser.call(await at.as('head'), { id: id('warden') }))).toBe(
      'invalid: error.user.lastManager',
    );
    expect(await outcomeOf(deleteProviderUser.call(await at.as('admin'), { id: id('warden') }))).toBe(
      'invalid: error.user.lastManager',
    );
  });

  it('keeps one of two managers who are demoted at once, and refuses a caller who was demoted meanwhile [S-08]', async () => {
    const [admin, tlc, stale] = [await at.as('admin'), await at.as('tlc'), await at.as('head')];
    const demote = (by: typeof admin, whom: string) =>
      outcomeOf(updateUserPermissionRole.call(by, { id: id(whom), permission_role_id: 3 }));
    const outcomes = await Promise.all([demote(admin, 'head'), demote(tlc, 'second')]);
    expect(outcomes.toSorted()).toEqual(['done', 'invalid: error.user.lastManager']);
    await at.change('head', { permission_role_id: 3 });
    expect(await outcomeOf(suspendProviderUser.call(stale, { id: id('editor') }))).toBe('forbidden');
    expect(await at.stored('editor')).toMatchObject({ status: 'active' });
  });
});
