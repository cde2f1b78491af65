import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { person } from '../../../../../../testing/people.ts';
import { carryOutRequests } from '../../../privacy/nightly.ts';
import { keepAccount } from '../../../privacy/deletion/deletion-operations.ts';
import { countOfView } from '../../list/list.fixture.ts';
import { getCustomer } from '../../page/operations.ts';
import { getCustomers, getAcpCounts, getCustomerViews } from '../../list/operations.ts';
import { findKnownContact } from '../../../sharing/api.ts';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { deleteUser, takeCustomerBack } from './remove-operation.ts';

const daniel = {
  ...{ name: 'Daniel Doyle', email: 'daniel@test.example', phone: '0491 570 006', relationship: 'Son' },
  ...{ status: 'accepted' as const, accepted_at: new Date(), permission_confirmed_at: new Date() },
};
const day = 24 * 60 * 60_000;
const reason = 'Moved to Sydney';

let h: House;
beforeAll(async () => {
  h = await startHouse();
});
afterAll(() => h.close());
beforeEach(async () => {
  h.mails.length = 0;
  await h.test.services.db.deleteFrom('attempts').execute();
  await h.test.services.db.deleteFrom('outbox').execute();
});

const editor = () => h.as(h.editor);
const remove = (id: string, who = h.editor) => deleteUser.call(h.as(who), { id, type: 'delete', reason });
const addContact = (user_id: string) =>
  h.test.services.db
    .insertInto('trusted_contacts')
    .values({ ...daniel, user_id })
    .execute();
const idsOf = async (status?: string) =>
  (await getCustomers.call(editor(), status === undefined ? {} : { status })).data.map(({ id }) => id);
const textOf = (address: string) => h.mails.find(({ to }) => to === address)!.plain.replaceAll(/\s+/g, ' ');

describe('removing a customer', () => {
  it('keeps them for thirty days, out of every list but “To be removed”, with its count [S-06] [D-62] [CACT-11] [CACT-16] [API-16]', async () => {
    const id = await h.customer();
    const before = await getAcpCounts.call(editor(), {});
    const stored = await h.stored(id);
    const { delete_on } = await remove(id);
    const dueMs = Date.parse(`${delete_on}T00:00:00Z`) - Date.now();
    expect(dueMs / day).toBeGreaterThan(28);
    expect(dueMs / day).toBeLessThan(32);
    for (const status of [undefined, 'archived', 'draft', 'none', 'recent'])
      expect(await idsOf(status)).not.toContain(id);
    const { data, count, isExact } = await getCustomers.call(editor(), { status: 'removing' });
    expect(data.map((row) => [row.id, row.removal_on, row.customer_status])).toEqual([
      [id, delete_on, 'active'],
    ]);
    expect({ count, isExact }).toEqual({ count: 1, isExact: true });
    const views = await getCustomerViews.call(editor(), {});
    expect([countOfView(views, 'removing'), countOfView(views, 'archivedHouse')]).toEqual([1, 0]);
    expect((await getAcpCounts.call(editor(), {})).total).toBe(before.total - 1);
    expect((await getCustomers.call(editor(), { status: 'archived' })).count).toBe(0);
    const page = await getCustomer.call(editor(), { id });
    expect(page.removal).toMatchObject({ deleteOn: delete_on, reason, staff: { id: h.editor.userId } });
    await takeCustomerBack.call(editor(), { id });
    expect(await getAcpCounts.call(editor(), {})).toEqual(before);
    expect(await idsOf()).toContain(id);
    expect(await h.stored(id)).toEqual({ ...stored, updated_at: expect.any(Date) });
  });

  it('refuses everything else meanwhile, and refuses to restore a customer who was not removed [S-06]', async () => {
    const id = await h.customer();
    expect(await outcomeOf(takeCustomerBack.call(editor(), { id }))).toBe(
      'conflict: error.customer.notOffered',
    );
    await remove(id);
    expect(await outcomeOf(remove(id))).toBe('conflict: error.customer.toBeRemoved');
    const viewer = await h.staff('providerview');
    expect(await outcomeOf(takeCustomerBack.call(h.as(viewer), { id }))).toBe('forbidden');
    await takeCustomerBack.call(editor(), { id });
  });

  it('refuses a signed plan to editors who do not manage the organisation [S-06] [D-62]', async () => {
    const clerk = await h.staff('provideradmin');
    clerk.actor.flags = { can_manage_acp: true, can_manage_all: false, can_manage_user: false };
    const [signed, draft] = [await h.customer(), await h.customer()];
    await h.test.services.db
      .updateTable('acps')
      .set({ plan_version: 1 })
      .where('user_id', '=', signed)
      .execute();
    expect(await outcomeOf(remove(signed, clerk))).toBe('forbidden');
    expect(await h.stored(signed)).toMatchObject({ removal_requested_at: null, delete_on: null });
    expect(await outcomeOf(remove(draft, clerk))).toBe('done');
    expect(await outcomeOf(remove(signed, h.editor))).toBe('done');
  });

  it('accepts a reason of 300 characters, and refuses one that cannot be stored [S-70]', async () => {
    const id = await h.customer();
    const asked = (why: string) => outcomeOf(deleteUser.call(editor(), { id, type: 'delete', reason: why }));
    expect(await asked('x'.repeat(301))).toBe('invalid: error.removal.reasonLong');
    expect(await asked('a\u0000b')).toBe('invalid: error.removal.reasonCharacter');
    expect(await asked('x'.repeat(300))).toBe('done');
  });

  it('notifies the customer, the contact and the managers by whom it was done, and lets them keep their copies [S-06] [S-70]', async () => {
    const id = await h.customer();
    const { email } = (await h.stored(id)) as { email: string };
    await addContact(id);
    const { db } = h.test.services;
    const manager = await h.staff('provideradmin');
    await db
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('provider_id', '=', h.house)
      .where('permission_role_id', '<>', 5)
      .where('id', 'not in', [h.editor.userId, manager.userId])
      .execute();
    await remove(id);
    await h.runJobs();
    expect(h.mails.map(({ to }) => to).toSorted()).toEqual([email, daniel.email, manager.email].toSorted());
    const own = textOf(email);
    expect(own).toContain('of Banksia House removed your Wattle account');
    expect(own).toContain(reason);
    expect(own).toContain('/settings/privacy');
    const toContact = textOf(daniel.email);
    expect(toContact).toContain('of Banksia House removed the account of');
    expect(toContact).toContain('30 days');
    expect(toContact).toContain('keep any copy');
    expect(toContact).not.toMatch(/throw away|no longer shares/);
    expect(toContact).not.toContain(reason);
    const { id: contactId } = await db
      .selectFrom('trusted_contacts')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((await findKnownContact(db, contactId))!.owner.leaving).toBe(false);
    const notices = await db
      .selectFrom('notifications')
      .select(['template', 'receiver_id'])
      .where('user_id', '=', id)
      .execute();
    expect(notices.map(({ template, receiver_id }) => `${template} ${receiver_id}`).toSorted()).toEqual(
      [`CUSTOMER_REMOVED ${id}`, `CUSTOMER_REMOVED ${manager.userId}`].toSorted(),
    );
    await db.updateTable('users').set({ status: 'archived' }).where('id', '=', manager.userId).execute();
  });

  it('is cancelled by staff or by the person, and everyone who was notified of it gets another notification [S-06]', async () => {
    for (const by of ['staff', 'person'] as const) {
      const who = await person(h.test.services, { providerId: h.house });
      const id = who.userId;
      await addContact(id);
      await remove(id);
      await h.test.services.db.deleteFrom('outbox').execute();
      h.mails.length = 0;
      if (by === 'staff') await takeCustomerBack.call(editor(), { id });
      else await keepAccount.call(h.as(who), {});
      expect(await h.stored(id)).toMatchObject({
        ...{ delete_on: null, removal_requested_at: null, removal_requested_by: null },
        removal_reason_sealed: null,
      });
      await h.runJobs();
      expect(h.mails.map(({ to }) => to).toSorted()).toEqual([who.email, daniel.email].toSorted());
      expect(textOf(daniel.email)).toContain('taken back');
    }
  });

  it('does not cancel a deletion that the person requested [S-06]', async () => {
    const id = await h.customer();
    const { db } = h.test.services;
    const asked = { delete_on: '2099-01-01', deletion_requested_at: new Date() };
    await db.updateTable('users').set(asked).where('id', '=', id).execute();
    expect((await remove(id)).delete_on).toBe('2099-01-01');
    await takeCustomerBack.call(editor(), { id });
    expect(await h.stored(id)).toMatchObject({ delete_on: '2099-01-01', removal_requested_at: null });
  });

  it('is carried out by the nightly job after thirty days, with correct last mails [S-06] [S-70] [GAP-81]', async () => {
    const id = await h.customer();
    const { email } = (await h.stored(id)) as { email: string };
    const { db } = h.test.services;
    await addContact(id);
    await db.updateTable('users').set({ stripe_customer_id: 'cus_leaving' }).where('id', '=', id).execute();
    await remove(id);
    await db.deleteFrom('outbox').execute();
    await carryOutRequests(h.test.services, () => {});
    expect(await h.stored(id)).toBeDefined();
    const later = { ...h.test.services, clock: () => new Date(Date.now() + 31 * day) };
    await carryOutRequests(later, () => {});
    expect(await h.stored(id)).toBeUndefined();
    for (const table of ['acps', 'trusted_contacts', 'customer_list', 'sessions'] as const)
      expect(await db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).toEqual([]);
    const leaving = await db.selectFrom('payment_customers_leaving').select('stripe_customer_id').execute();
    expect(leaving).toEqual([{ stripe_customer_id: 'cus_leaving' }]);
    await h.runJobs();
    expect(h.mails.filter(({ to }) => to === email)).toHaveLength(1);
    expect(textOf(email)).toContain('Banksia House removed your account 30 days ago');
    const toContact = textOf(daniel.email);
    expect(toContact).toContain('may be the last one');
    expect(toContact).not.toContain('Please throw away');
    const lines = await db
      .selectFrom('recent_activities')
      .select(['template', 'metadata', 'user_id'])
      .where('actor_id', '=', h.editor.userId)
      .execute();
    expect(lines).toContainEqual({ template: 'removed', metadata: {}, user_id: h.editor.userId });
    const trail = await db.selectFrom('audit_log').select('action').where('chain', '=', id).execute();
    expect(trail.map(({ action }) => action)).toContain('deleteUser');
  });
});
