import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../testing/services.ts';
import { insertProviderUser } from './inviting/add-operation.ts';
import { updateProviderUser, updateUserPermissionRole } from './change-operations.ts';
import { resendStaffInvitation } from './inviting/invitation-operations.ts';
import { outcomeOf, staffed, type Staffed } from './staff.fixture.ts';
import { deleteProviderUser, reactivateProviderUser, suspendProviderUser } from './status-operations.ts';

describe('changing staff', () => {
  const running: TestServices[] = [];
  let test: TestServices;
  let at: Staffed;
  beforeEach(async () => {
    test = await startServices();
    running.push(test);
    at = await staffed(test);
    await test.services.db.deleteFrom('outbox').execute();
  });
  afterAll(() => Promise.all(running.map((each) => each.close())));

  const id = (who: string) => at.people[who]!.userId;
  const facts = { first_name: 'Priya', last_name: 'Nair', phone: '', role: 'nurse' };
  const add = async (who: string, input: object = {}) =>
    insertProviderUser.call(await at.as(who), {
      ...{ ...facts, email: 'priya@test.example', permission_role_id: 3, provider_id: at.house },
      ...input,
    });
  const role = async (who: string, whom: string, permission_role_id: number) =>
    outcomeOf(updateUserPermissionRole.call(await at.as(who), { id: id(whom), permission_role_id }));
  const remove = async (who: string, whom: string) =>
    outcomeOf(deleteProviderUser.call(await at.as(who), { id: id(whom) }));

  it('invites a staff member by mail, once however often it is sent [API-50, GAP-98, PUSER-01]', async () => {
    const key = { idempotency_key: 'one-call-of-one-form' };
    const [first, second] = [await add('head', key), await add('head', key)];
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      status: 'invited',
      role: 'nurse',
      permission_role_id: 3,
      provider_id: at.house,
    });
    const events = await at.events();
    expect(events.map(({ type }) => type)).toEqual(['staff.invited']);
    expect(events[0]?.payload).toMatchObject({ user_id: first.id, inviter_id: id('head'), kind: 'staff' });
  });

  it.each(['GUEST', ' guest ', 'guest'])(
    'refuses an address that is in use, with capitals, blanks, and of another provider: %j [API-50, GAP-98]',
    async (typed) => {
      await at.change('guest', { email: 'guest@test.example' });
      const email = typed.replace(/guest/i, (word) => `${word}@test.example`);
      expect(await outcomeOf(add('head', { email }))).toBe('existingUser: error.userExists');
      expect(await outcomeOf(add('head', { email: at.people['customer']!.email.toUpperCase() }))).toBe(
        'existingUser: error.userExists',
      );
    },
  );

  it('gives an address to one of two simultaneous invitations [API-50]', async () => {
    const outcomes = await Promise.all([
      outcomeOf(add('head')),
      outcomeOf(add('lodger', { provider_id: at.lodge })),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'existingUser: error.userExists']);
  });

  it('adds no staff outside the caller’s tree, or for a caller without the right [security 4, security 5]', async () => {
    expect(await outcomeOf(add('head', { provider_id: at.lodge }))).toBe('not-found');
    expect(await outcomeOf(add('warden', { provider_id: at.house }))).toBe('not-found');
    expect(await outcomeOf(add('viewer'))).toBe('forbidden');
    expect(await outcomeOf(add('head', { provider_id: at.ward }))).toBe('done');
  });

  it('adds no staff to an archived provider [GAP-96]', async () => {
    const ward = test.services.db.updateTable('providers').where('id', '=', at.ward);
    await ward.set({ archived: true }).execute();
    expect(await outcomeOf(add('admin', { provider_id: at.ward }))).toBe('not-found');
  });

  it('ignores a role, flag, status or scope that a browser sends [security 4, security 7]', async () => {
    for (const more of [{ status: 'active' }, { can_manage_all: true }, { flags: {} }, { path: [] }])
      expect(await outcomeOf(add('head', more))).toMatch(/^invalid/);
    for (const roleId of [4, 5, 6, 7, 0, 99])
      expect(await outcomeOf(add('head', { permission_role_id: roleId }))).toBe(
        'invalid: error.user.roleRequired',
      );
    for (const roleId of [4, 5, 6, 7, 99]) {
      expect(await role('head', 'viewer', roleId)).toBe('invalid: error.user.roleNotYours');
      expect(await role('sys', 'viewer', roleId)).toBe('invalid: error.user.roleNotYours');
    }
    expect(await at.stored('viewer')).toMatchObject({ permission_role_id: 3 });
  });

  it("neither gives a role above the caller's own, nor changes staff with such a role [security 4, PERM-05]", async () => {
    await test.services.db
      .updateTable('permission_roles')
      .set({ can_manage_all: false })
      .where('id', '=', 2)
      .execute();
    expect(await role('editor', 'viewer', 1)).toBe('invalid: error.user.roleNotYours');
    expect(await outcomeOf(add('editor', { permission_role_id: 1 }))).toBe(
      'invalid: error.user.roleNotYours',
    );
    expect(await role('editor', 'viewer', 2)).toBe('invalid: error.user.roleNotYours');
    expect(await outcomeOf(add('editor'))).toBe('done');
    expect(await role('editor', 'head', 3)).toBe('forbidden');
    expect(await remove('editor', 'head')).toBe('forbidden');
  });

  it('is refused for oneself, for other trees and for staff of the platform [security 4]', async () => {
    expect(await role('head', 'head', 3)).toBe('forbidden');
    expect(await remove('head', 'head')).toBe('forbidden');
    expect(await remove('sys', 'sys')).toBe('forbidden');
    for (const whom of ['lodger', 'guest', 'admin', 'sys', 'customer'])
      expect([whom, await remove('head', whom)]).toEqual([whom, 'not-found']);
    expect(await remove('warden', 'head')).toBe('not-found');
    expect(await remove('viewer', 'editor')).toBe('forbidden');
    expect(await remove('admin', 'tlc')).toBe('forbidden');
    expect(await remove('tlc', 'sys')).toBe('forbidden');
    expect(await role('sys', 'admin', 1)).toMatch(/^conflict/);
  });

  it('is refused between sibling providers [security 4]', async () => {
    const beside = await provider(test.services, 'Banksia South', at.house);
    await at.change('viewer', { provider_id: beside });
    expect(await role('warden', 'viewer', 2)).toBe('not-found');
    expect(await remove('warden', 'viewer')).toBe('not-found');
    expect(await outcomeOf(add('warden', { provider_id: beside }))).toBe('not-found');
    expect(await at.stored('viewer')).toMatchObject({ status: 'active', permission_role_id: 3 });
    expect(await remove('head', 'viewer')).toBe('done');
  });

  it("keeps a manager of a provider's users: the last one can be neither removed nor demoted [GAP-99, API-50]", async () => {
    expect(await remove('head', 'warden')).toBe('invalid: error.user.lastManager');
    expect(await role('head', 'warden', 3)).toBe('invalid: error.user.lastManager');
    const suspend = async (who: string) =>
      outcomeOf(suspendProviderUser.call(await at.as(who), { id: id('warden') }));
    expect(await suspend('head')).toBe('invalid: error.user.lastManager');
    expect(await suspend('admin')).toBe('done');
    expect(await remove('admin', 'second')).toBe('done');
    expect(await remove('admin', 'head')).toBe('invalid: error.user.lastManager');
  });

  it('keeps one of two administrators who remove each other at the same moment [GAP-99]', async () => {
    await at.change('head', { permission_role_id: 6, provider_id: null });
    await at.change('second', { permission_role_id: 6, provider_id: null });
    for (let round = 0; round < 5; round += 1) {
      const [head, second] = [await at.as('head'), await at.as('second')];
      const outcomes = await Promise.all([
        outcomeOf(deleteProviderUser.call(head, { id: id('second') })),
        outcomeOf(deleteProviderUser.call(second, { id: id('head') })),
      ]);
      expect(outcomes.toSorted()).toEqual(['done', 'unauthenticated']);
      const left = [await at.stored('head'), await at.stored('second')].filter(
        ({ status }) => status === 'active',
      );
      expect(left).toHaveLength(1);
      const restored = { status: 'active', archived_from: null };
      await at.change('head', restored);
      await at.change('second', restored);
    }
  });

  it('keeps one of two when two administrators above remove them at the same moment [GAP-99]', async () => {
    await at.change('editor', { permission_role_id: 3 });
    const [admin, tlc] = [await at.as('admin'), await at.as('tlc')];
    const outcomes = await Promise.all([
      outcomeOf(deleteProviderUser.call(admin, { id: id('head') })),
      outcomeOf(deleteProviderUser.call(tlc, { id: id('second') })),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'invalid: error.user.lastManager']);
  });

  it('lets the address of a removed person be invited again, and keeps their name with their past actions [API-50]', async () => {
    const { email } = at.people['viewer']!;
    expect(await remove('head', 'viewer')).toBe('done');
    expect(await at.stored('viewer')).toMatchObject({
      ...{ status: 'archived', first_name: 'viewer', password_hash: null, phone: null },
      second_step_on: false,
    });
    expect(await outcomeOf(add('head', { email: email.toUpperCase() }))).toBe('done');
    expect(await remove('head', 'viewer')).toBe('conflict: error.user.changed');
  });

  it('removes no contact person before there is another one [API-50]', async () => {
    await test.services.db
      .updateTable('providers')
      .set({ contact_id: id('second') })
      .where('id', '=', at.house)
      .execute();
    expect(await remove('admin', 'second')).toBe('conflict: error.user.contactFirst');
  });

  it('refuses a change that was based on an older state, with the current row [D-18]', async () => {
    const suspend = async (seen: string) =>
      outcomeOf(suspendProviderUser.call(await at.as('head'), { id: id('viewer'), seen }));
    expect([await suspend('active'), await suspend('active')]).toEqual([
      'done',
      'conflict: error.user.changed',
    ]);
    const back = async () =>
      outcomeOf(reactivateProviderUser.call(await at.as('head'), { id: id('viewer'), seen: 'suspended' }));
    expect([await back(), await back()]).toEqual(['done', 'conflict: error.user.changed']);
    expect(await at.stored('viewer')).toMatchObject({ status: 'active' });
  });

  it('saves name, telephone and job, and returns the saved values to a caller with an older state [API-50, D-18]', async () => {
    const { email } = at.people['viewer']!;
    const { updated_at } = await at.stored('viewer');
    const save = async (more: object) =>
      updateProviderUser.call(await at.as('head'), { ...facts, id: id('viewer'), email, ...more });
    const seen_at = (updated_at as Date).toISOString();
    const saved = await save({ phone: '03 5550 0140', role: 'doctor', seen_at });
    expect(saved).toMatchObject({ first_name: 'Priya', phone: '03 5550 0140', role: 'doctor', email });
    await expect(save({ seen_at })).rejects.toMatchObject({
      code: 'conflict',
      details: { version: saved.updated_at.getTime(), saved: { role: 'doctor', phone: '03 5550 0140' } },
    });
    expect(await outcomeOf(save({ email: 'other@test.example' }))).toBe('invalid: error.user.emailFixed');
    expect(await outcomeOf(save({ role: '' }))).toBe('invalid: error.user.labelRequired');
  });

  it('sends an invitation to a corrected address, makes the previous link invalid, and sends it again after an hour [API-50]', async () => {
    const invited = await add('head');
    const before = await test.services.db
      .selectFrom('users')
      .select('invitation_id')
      .where('id', '=', invited.id)
      .executeTakeFirstOrThrow();
    await updateProviderUser.call(await at.as('head'), {
      ...facts,
      id: invited.id,
      email: 'mended@test.example',
    });
    const [, moved] = await at.events();
    expect(moved?.payload['invitation_id']).not.toBe(before.invitation_id);
    const resend = async () => outcomeOf(resendStaffInvitation.call(await at.as('head'), { id: invited.id }));
    expect(await resend()).toBe('rate-limited: error.user.resendWait');
    test.services.clock = () => new Date(Date.now() + 61 * 60_000);
    expect(await resend()).toBe('done');
    expect(await at.events()).toHaveLength(3);
    expect(await outcomeOf(resendStaffInvitation.call(await at.as('head'), { id: id('viewer') }))).toBe(
      'conflict: error.user.notInvited',
    );
  });
});
