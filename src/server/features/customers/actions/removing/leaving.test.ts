import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { provider } from '../../../../../../testing/people.ts';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { customerContacts, designateEmail } from '../inviting/designate-operation.ts';
import { deleteUser } from './remove-operation.ts';
import { archiveCustomer, updateCustomerId, updateUserStatus } from '../status-operations.ts';

const daniel = {
  ...{ name: 'Daniel Doyle', email: 'daniel@test.example', phone: '0491 570 006', relationship: 'Son' },
  ...{ status: 'accepted' as const, accepted_at: new Date(), permission_confirmed_at: new Date() },
};

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
const addContact = (user_id: string) =>
  h.test.services.db
    .insertInto('trusted_contacts')
    .values({ ...daniel, user_id })
    .execute();
const trailOf = async (id: string) => {
  const rows = await h.test.services.db
    .selectFrom('audit_log')
    .select(['action', 'details'])
    .where('chain', '=', id)
    .orderBy('seq')
    .execute();
  return rows.filter(({ action }) => ['updateUserStatus', 'deleteUser', 'archiveCustomer'].includes(action));
};

describe('removing a customer', () => {
  it('accepts only the exact word for it [API-16]', async () => {
    const id = await h.customer();
    for (const type of ['DELETE', '', 'archive', undefined])
      expect(await outcomeOf(deleteUser.call(editor(), { id, type }))).toMatch(/^invalid/);
    expect(await h.stored(id)).toBeDefined();
  });

  it('and suspending at the same moment have one order and one trail, and the later caller gets a conflict [fault 7]', async () => {
    for (let round = 0; round < 12; round += 1) {
      const id = await h.customer();
      const suspend = () =>
        outcomeOf(updateUserStatus.call(editor(), { id, status: 'suspended', seen: 'active' }));
      const remove = () => outcomeOf(deleteUser.call(h.as(h.admin), { id, type: 'delete', seen: 'active' }));
      const [suspended, removed] =
        round % 2 === 0
          ? await Promise.all([suspend(), remove()])
          : (await Promise.all([remove(), suspend()])).toReversed();
      const trail = (await trailOf(id)).map(({ action }) => action);
      if (removed === 'done') {
        expect([suspended, trail]).toEqual(['conflict: error.customer.toBeRemoved', ['deleteUser']]);
        expect(await h.stored(id)).toMatchObject({ status: 'active', delete_on: expect.any(String) });
      } else {
        expect([suspended, removed, trail]).toEqual([
          'done',
          'conflict: error.customer.nowSuspended',
          ['updateUserStatus'],
        ]);
        expect(await h.stored(id)).toMatchObject({ status: 'suspended' });
      }
    }
  });

  it('and archiving by eight simultaneous calls happens once, and adds one line [fault 5]', async () => {
    const id = await h.customer();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () =>
        outcomeOf(archiveCustomer.call(h.as(h.admin), { user_id: id, seen: 'active' })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'conflict: error.customer.nowArchived']));
    expect(await trailOf(id)).toHaveLength(1);
    const lines = await h.test.services.db
      .selectFrom('recent_activities')
      .select('id')
      .where('user_id', '=', id)
      .where('template', '=', 'archived')
      .execute();
    expect(lines).toHaveLength(1);
  });

  it('is refused if the customer moved to another provider while the page was open [GAP-100] [security 4]', async () => {
    const id = await h.customer();
    const elsewhere = await provider(h.test.services, 'Grevillea Lodge');
    await h.test.services.db
      .updateTable('users')
      .set({ provider_id: elsewhere })
      .where('id', '=', id)
      .execute();
    expect(await outcomeOf(deleteUser.call(editor(), { id, type: 'delete' }))).toBe('not-found');
    expect(await h.stored(id)).toBeDefined();
  });
});

describe('the mails about an account', () => {
  it('announce suspending, its end and archiving, but not to a person without an account or address [CACT-14] [GAP-81]', async () => {
    const id = await h.customer();
    const { email } = (await h.stored(id)) as { email: string };
    const steps = [
      () => updateUserStatus.call(editor(), { id, status: 'suspended' }),
      () => updateUserStatus.call(editor(), { id, status: 'active' }),
      () => archiveCustomer.call(h.as(h.admin), { user_id: id }),
    ];
    for (const step of steps) {
      await step();
      await h.runJobs();
    }
    expect(h.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [email, 'Your Wattle account is suspended'],
      [email, 'Your Wattle account is active again'],
      [email, 'Your Wattle account is archived'],
    ]);
    h.mails.length = 0;
    for (const spec of [{ email: 'none' }, { status: 'invited' }] as const)
      await updateUserStatus.call(editor(), { id: await h.customer(spec), status: 'suspended' });
    await h.runJobs();
    expect(h.mails).toEqual([]);
  });
});

describe('setting an address', () => {
  const name = (userId: string, input: object) =>
    designateEmail.call(editor(), {
      userId,
      emailOf: 'mySelf',
      email: `${randomUUID()}@test.example`,
      ...input,
    });
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { details?: { code?: string } }) => error.details?.code,
    );

  it('shows staff the trusted contacts to choose from, and accepts no other address as one [CACT-20] [CACT-21] [API-18] [API-19]', async () => {
    const id = await h.customer();
    const contacts = () => customerContacts.call(editor(), { userId: id });
    expect(await contacts()).toEqual({ result: [] });
    await addContact(id);
    expect(await contacts()).toEqual({
      result: [{ id: expect.any(String), email: daniel.email, name: daniel.name }],
    });
    const ofContact = { emailOf: 'trustedContact' };
    expect(await codeOf(name(id, ofContact))).toBe('contact_not_found');
    const { customer } = await name(id, { ...ofContact, email: daniel.email });
    expect(customer.email).toBe(daniel.email);
    await h.runJobs();
    expect(h.mails.find(({ to }) => to === daniel.email)?.subject).toBe(
      'Banksia House set up a Wattle account for Margaret Doyle',
    );
  });

  it('refuses the address of another account, a reserved one and the current one, with the codes of the table [ERR-21] [GAP-80]', async () => {
    const [id, other] = [await h.customer(), await h.customer()];
    const addressOf = async (of: string) => (await h.stored(of))!['email'];
    expect(await codeOf(name(id, { email: await addressOf(other) }))).toBe('email_in_use');
    expect(await codeOf(name(id, { email: await addressOf(id) }))).toBe('same_as_current');
    expect(await codeOf(name(id, { email: 'x@no-email.invalid' }))).toBe('invalid_email');
  });

  it('closes the account until the invitation is accepted, and notifies the previous address [CACT-08] [GAP-79]', async () => {
    const id = await h.customer();
    const { db, clock } = h.test.services;
    const { email: before } = (await h.stored(id)) as { email: string };
    const soon = new Date(clock().getTime() + 60_000);
    await db
      .insertInto('sessions')
      .values({
        token_hash: Buffer.alloc(32, 7),
        user_id: id,
        idle_expires_at: soon,
        absolute_expires_at: soon,
      })
      .execute();
    await name(id, {});
    expect(await h.stored(id)).toMatchObject({
      ...{ status: 'invited', password_hash: null, email_verified_at: null, second_step_on: false },
      email_designated_at: expect.any(Date),
    });
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute()).toEqual([]);
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).toContain(before);
  });
});

describe('a customer ID', () => {
  it('is the provider’s own, different for each customer, and can be removed [CACT-41] [API-55] [GAP-84]', async () => {
    const [first, second] = [await h.customer(), await h.customer()];
    const elsewhere = await provider(h.test.services, 'Grevillea Lodge');
    const other = await h.customer({ providerId: elsewhere });
    const set = (id: string, customer_id: string, who = h.admin) =>
      updateCustomerId.call(h.as(who), { id, customer_id });
    expect((await set(first, ' R-17 ')).customer_id).toBe('R-17');
    expect(await outcomeOf(set(second, 'R-17'))).toBe('invalid: error.customer.idTaken');
    expect(await outcomeOf(set(other, 'R-17'))).toBe('done');
    expect(await outcomeOf(set(second, 'x'.repeat(51)))).toBe('invalid: error.customer.idTooLong');
    const racing = await Promise.all([first, second].map((id) => outcomeOf(set(id, 'R-18', h.editor))));
    expect(racing.toSorted()).toEqual(['done', 'invalid: error.customer.idTaken']);
    expect((await set(first, '')).customer_id).toBeNull();
  });
});
