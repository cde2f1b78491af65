import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { designateEmail } from './designate-operation.ts';
import { cancelInvite, resetCustomer, sendReminder, sendReminders } from './invitation-operations.ts';
import { invitationsOf } from './invitations.fixture.ts';
import { inviteCustomer } from './invite-operation.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('an invitation', () => {
  let h: House;
  let invitations: ReturnType<typeof invitationsOf>;
  beforeAll(async () => {
    h = await startHouse();
    invitations = invitationsOf(h);
  });
  afterAll(() => h.close());
  beforeEach(async () => {
    h.mails.length = 0;
    h.mailIsAway(false);
    await h.test.services.db.deleteFrom('attempts').execute();
    await h.test.services.db.deleteFrom('outbox').execute();
  });

  const editor = () => h.as(h.editor);

  it('leads to a sign-up that knows the provider and the person, works once, and keeps the data from staff [GAP-02] [GAP-03] [SIGNUP-05] [SIGNUP-08]', async () => {
    const invited = await invitations.invite();
    expect(await invitations.open(invited.token)).toEqual({
      email: invited.email,
      provider: 'Banksia House',
      person: 'Margaret Doyle',
    });
    const { user } = await invitations.accept(invited);
    expect(user).toMatchObject({ id: invited.id, first_name: 'Margaret', provider: { id: h.house } });
    expect(await h.stored(invited.id)).toMatchObject({
      ...{ status: 'active', invitation_id: null, invite_accepted_date: expect.any(Date) },
    });
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenUsed');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenUsed');
  });

  it('expires after thirty days, as the page then says, and is valid again after it is sent again [GAP-02] [GAP-78]', async () => {
    const invited = await invitations.invite();
    h.pass(30 * day - hour);
    expect(await invitations.open(invited.token)).toMatchObject({ email: invited.email });
    h.pass(hour + 1_000);
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenExpired');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenExpired');
    await sendReminder.call(editor(), { id: invited.id });
    await h.runJobs();
    expect(await invitations.accept({ ...invited, ...invitations.linkOf(invited.email) })).toMatchObject({
      user: { id: invited.id },
    });
  });

  it('can be sent again once an hour, with a new link, which then is the only valid one, and a line of activity [CACT-05] [GAP-78]', async () => {
    const invited = await invitations.invite();
    const wait = sendReminder.call(editor(), { id: invited.id }).catch((error: unknown) => error);
    expect(await wait).toMatchObject({
      code: 'rate-limited',
      fields: [
        { message: 'error.customer.reminderWait', params: { time: expect.stringMatching(/^\d\d:\d\d$/) } },
      ],
    });
    h.pass(hour);
    const row = await sendReminder.call(editor(), { id: invited.id });
    expect(row.last_reminder).toEqual(row.invite_date);
    await h.runJobs();
    expect(h.mails.map(({ subject }) => subject)).toEqual([
      'Banksia House invites you to Wattle',
      'Your Wattle invitation from Banksia House is still open',
    ]);
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenOlder');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenOlder');
    expect(await invitations.open(invitations.linkOf(invited.email).token)).toMatchObject({
      email: invited.email,
    });
    const activities = await h.test.services.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', invited.id)
      .orderBy('created_at')
      .execute();
    expect(activities.map(({ template }) => template)).toEqual(['invited', 'reminder']);
  });

  it('reminds many at a time, and returns the reason for each customer who was not reminded [CACT-05]', async () => {
    const [first, second] = [await invitations.invite(), await invitations.invite()];
    h.pass(hour);
    const late = await invitations.invite();
    const active = await h.customer();
    const stranger = randomUUID();
    const done = await sendReminders.call(editor(), {
      ids: [first.id, late.id, active, stranger, second.id, first.id],
    });
    expect(done.sent).toEqual([first.id, second.id]);
    expect(done.refused.map(({ id, message }) => [id, message])).toEqual([
      [late.id, 'error.customer.reminderWait'],
      [active, 'error.customer.notInvited'],
      [stranger, 'error.customer.notFound'],
    ]);
    expect(sendReminders.kind).toBe('write');
    const recorded = await h.test.services.db
      .selectFrom('audit_log')
      .select(['details'])
      .where('action', '=', 'sendReminders')
      .execute();
    expect(recorded).toEqual([{ details: { sent: 2, refused: 3 } }]);
    const many = Array.from({ length: 51 }, () => randomUUID());
    expect(await outcomeOf(sendReminders.call(editor(), { ids: many }))).toBe(
      'invalid: error.customer.remindMany',
    );
  });

  it('is withdrawn: the record is deleted, the link is invalid, the invited person is notified, and staff get a line without a name [CACT-06] [API-20] [GAP-81]', async () => {
    const invited = await invitations.invite();
    expect(await cancelInvite.call(h.as(h.admin), { id: invited.id })).toEqual({
      id: invited.id,
      kept: false,
    });
    expect(await h.stored(invited.id)).toBeUndefined();
    await h.runJobs();
    expect(h.mails.at(-1)).toMatchObject({
      to: invited.email,
      subject: 'Your Wattle invitation was withdrawn',
    });
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenCancelled');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenCancelled');
    const lines = await h.test.services.db
      .selectFrom('recent_activities')
      .select(['template', 'user_id'])
      .where('actor_id', '=', h.admin.userId)
      .execute();
    expect(lines).toContainEqual({ template: 'invitationCancelled', user_id: h.admin.userId });
    expect(await outcomeOf(cancelInvite.call(h.as(h.admin), { id: invited.id }))).toBe('not-found');
  });

  it('keeps an account whose plan was begun when its invitation is withdrawn [GAP-81]', async () => {
    const id = await h.customer({ status: 'invited', email: 'named' });
    const { db } = h.test.services;
    await db.updateTable('acps').set({ version: 3 }).where('user_id', '=', id).execute();
    expect(await cancelInvite.call(editor(), { id })).toEqual({ id, kept: true });
    expect(await h.stored(id)).toMatchObject({
      ...{
        email: `${id}@no-email.invalid`,
        status: 'active',
        invitation_id: null,
        email_designated_at: null,
      },
    });
  });

  it('is mailed once when the mail server is back, also when the process died after the commit [fault 1] [fault 13]', async () => {
    h.mailIsAway(true);
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Margaret', last_name: 'Doyle' };
    await inviteCustomer.call(editor(), { registration_type: 'invite_account', ...names, email });
    await h.runJobs();
    expect(h.mails).toEqual([]);
    h.mailIsAway(false);
    await h.runJobs();
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).toEqual([email]);
    expect(await invitations.open(invitations.linkOf(email).token)).toMatchObject({ email });
  });

  it('is no longer mailed when a newer one replaced it before it was sent [GAP-78]', async () => {
    h.mailIsAway(true);
    const invited = await invitations.invite();
    h.pass(hour);
    await sendReminder.call(editor(), { id: invited.id });
    h.mailIsAway(false);
    await h.runJobs();
    expect(h.mails.map(({ subject }) => subject)).toEqual([
      'Your Wattle invitation from Banksia House is still open',
    ]);
  });

  it('also opens by a link to a password, which uses it up [CACT-07]', async () => {
    const invited = await invitations.invite();
    await resetCustomer.call(editor(), { id: invited.id });
    await h.runJobs();
    expect(h.mails.at(-1)).toMatchObject({ to: invited.email });
    expect(h.mails.at(-1)!.plain).toContain('/reset-password#token=');
  });

  it('goes to the address that staff set, and the links to the previous one become invalid [CACT-09] [GAP-79]', async () => {
    const id = await h.customer({ email: 'none' });
    const first = `${randomUUID()}@test.example`;
    const named = { userId: id, emailOf: 'mySelf' };
    const { customer, returning } = await designateEmail.call(editor(), {
      ...named,
      email: ` ${first.toUpperCase()}`,
    });
    expect([returning, customer]).toMatchObject([
      { success: true },
      { email: first, designated_email: true, customer_status: 'invited' },
    ]);
    await h.runJobs();
    const { token } = invitations.linkOf(first);
    expect(await invitations.open(token)).toMatchObject({ email: first });
    const second = `${randomUUID()}@test.example`;
    await designateEmail.call(editor(), { ...named, email: second });
    await h.runJobs();
    expect(await outcomeOf(invitations.open(token))).toBe('invalid: error.signup.tokenOlder');
    expect(h.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [first, 'Banksia House invites you to Wattle'],
      [second, 'Banksia House invites you to Wattle'],
      [first, 'Your Wattle invitation was withdrawn'],
    ]);
    expect(await invitations.accept({ email: second, ...invitations.linkOf(second) })).toMatchObject({
      user: { id },
    });
  });
});
