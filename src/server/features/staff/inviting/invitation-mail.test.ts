import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invitationDays } from '../../../../domain/customers/invitation.ts';
import { placeholderEmail } from '../../../../domain/customers/placeholder-email.ts';
import type { Mail } from '../../../ports/mail/port.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { tasksOf } from '../../../jobs/events/handlers.ts';
import { updateProviderUser } from '../change-operations.ts';
import { outcomeOf, staffed, type Staffed } from '../staff.fixture.ts';
import { deleteProviderUser } from '../status-operations.ts';
import { insertProviderUser } from './add-operation.ts';
import { resendStaffInvitation } from './invitation-operations.ts';

describe('the invitation of a staff member', () => {
  const hour = 3_600_000;
  let test: TestServices;
  let at: Staffed;
  let count = 0;
  beforeAll(async () => {
    test = await startServices();
    at = await staffed(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.services.db.deleteFrom('outbox').execute();
    test.services.clock = () => new Date();
  });

  const facts = { first_name: 'Priya', last_name: 'Nair', phone: '', role: 'nurse' };
  const newAddress = () => `invited${(count += 1)}@test.example`;
  const add = async (who = 'head', more: object = {}) =>
    insertProviderUser.call(await at.as(who), {
      ...{ ...facts, email: newAddress(), permission_role_id: 3, provider_id: at.house },
      ...more,
    });
  const move = async (id: string, email: string) =>
    updateProviderUser.call(await at.as('head'), { ...facts, id, email });
  const resend = async (id: string) => resendStaffInvitation.call(await at.as('head'), { id });
  const later = (milliseconds: number) => {
    const now = Date.now();
    test.services.clock = () => new Date(now + milliseconds);
  };

  /** Runs the events so far, and returns the mails. */
  async function mails(): Promise<Mail[]> {
    const sent: Mail[] = [];
    const mailer = { send: async (mail: Mail) => void sent.push(mail), close: async () => {} };
    for (const { type, payload } of await at.events())
      for (const [name, task] of Object.entries(tasksOf(type)))
        await task.run(payload, {
          ...{ services: test.services, mailer, log: () => {}, jobId: `${type}-${name}-${(count += 1)}` },
          at: test.services.clock(),
        });
    await test.services.db.deleteFrom('outbox').execute();
    return sent;
  }

  it('goes to their address, names the inviter and the provider, and greets without a name [API-50, GAP-98]', async () => {
    const { email } = await add();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(email);
    expect(mail?.plain).toContain('head Nair');
    expect(mail?.plain).toContain('Banksia House');
    expect(mail?.plain).not.toContain('Priya');
    expect(mail?.plain).toMatch(/https?:\/\/\S+#token=/);
  });

  it('goes once, to the corrected address, when the address was corrected before the first was sent [API-50]', async () => {
    const { id } = await add();
    const email = newAddress();
    await move(id, email);
    expect((await mails()).map(({ to }) => to)).toEqual([email]);
  });

  it('has the words for a contact person, and keeps them when it is sent to a corrected address or again [GAP-90]', async () => {
    const { id } = await add();
    await test.services.db
      .updateTable('providers')
      .set({ contact_id: id })
      .where('id', '=', at.house)
      .execute();
    await mails();
    const subjects: (string | undefined)[] = [];
    await move(id, newAddress());
    subjects.push((await mails())[0]?.subject);
    later(hour);
    await resend(id);
    subjects.push((await mails())[0]?.subject);
    await test.services.db
      .updateTable('providers')
      .set({ contact_id: null })
      .where('id', '=', at.house)
      .execute();
    later(2 * hour);
    await resend(id);
    const forStaff = (await mails())[0]?.subject;
    expect(subjects[0]).toBe(subjects[1]);
    expect(subjects[0]).not.toBe(forStaff);
    expect(forStaff).toBeDefined();
  });

  it('is not sent once it was accepted, removed or is over, or while its provider is archived', async () => {
    const accepted = await add();
    await test.services.db
      .updateTable('users')
      .set({ status: 'active', invitation_id: null, invite_accepted_date: new Date() })
      .where('id', '=', accepted.id)
      .execute();
    const removed = await add();
    await deleteProviderUser.call(await at.as('head'), { id: removed.id });
    expect(await mails()).toEqual([]);
    await add();
    later(invitationDays * 24 * hour + 1_000);
    expect(await mails()).toEqual([]);
    test.services.clock = () => new Date();
    const archive = (archived: boolean) =>
      test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.house).execute();
    await add();
    await archive(true);
    expect(await mails()).toEqual([]);
    await archive(false);
    await add();
    expect(await mails()).toHaveLength(1);
  });

  it('can be sent again after exactly an hour; before that the refusal gives the seconds left [GAP-78]', async () => {
    const now = new Date();
    test.services.clock = () => now;
    const { id } = await add();
    test.services.clock = () => new Date(now.getTime() + hour - 90_000);
    await expect(resend(id)).rejects.toMatchObject({
      code: 'rate-limited',
      details: { retryAfter: 90 },
      fields: [{ field: 'form', message: 'error.user.resendWait', params: { time: expect.any(String) } }],
    });
    test.services.clock = () => new Date(now.getTime() + hour);
    expect(await outcomeOf(resend(id))).toBe('done');
  });

  it('reaches one address ten times a day at most; refused calls within the hour do not count', async () => {
    const start = Date.now();
    const { id } = await add();
    for (let refused = 0; refused < 12; refused += 1)
      expect(await outcomeOf(resend(id))).toBe('rate-limited: error.user.resendWait');
    const outcomes: string[] = [];
    for (let hours = 1; hours <= 10; hours += 1) {
      test.services.clock = () => new Date(start + hours * (hour + 1_000));
      outcomes.push(await outcomeOf(resend(id)));
    }
    expect(outcomes.slice(0, 9)).toEqual(Array(9).fill('done'));
    expect(outcomes[9]).toMatch(/^rate-limited/);
  });

  it('is refused for an address that was made up, at the address field, when added and when corrected', async () => {
    const madeUp = placeholderEmail('someone');
    const { id } = await add();
    await expect(move(id, madeUp)).rejects.toMatchObject({
      fields: [{ field: 'email', message: 'field.email.invalid' }],
    });
    await expect(add('head', { email: madeUp })).rejects.toMatchObject({
      fields: [{ field: 'email', message: 'field.email.invalid' }],
    });
  });

  it('asks an administrator of the platform for the provider; staff of a provider add to their own [GAP-98]', async () => {
    await expect(add('admin', { provider_id: null })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'provider_id', message: 'error.customer.provider' }],
    });
    expect(await add('head', { provider_id: null })).toMatchObject({ provider_id: at.house });
  });
});
