import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../customers.fixture.ts';
import { designateEmail } from './designate-operation.ts';
import { sendReminders } from '../many/many-operations.ts';
import { cancelInvite, resetCustomer, sendReminder } from './invitation-operations.ts';
import { houseWithInvitations } from './invitations.fixture.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('an invitation', () => {
  const invitations = houseWithInvitations();
  const { editor, admin } = invitations;

  it('leads to a sign-up that knows the provider and the person, works once, and keeps the data from staff [GAP-02] [GAP-03] [SIGNUP-05] [SIGNUP-08]', async () => {
    const invited = await invitations.invite();
    expect(await invitations.open(invited.token)).toEqual({
      email: invited.email,
      provider: 'Banksia House',
      person: 'Margaret Doyle',
    });
    const { user } = await invitations.accept(invited);
    expect(user).toMatchObject({
      id: invited.id,
      first_name: 'Margaret',
      provider: { id: invitations.house.house },
    });
    expect(await invitations.house.stored(invited.id)).toMatchObject({
      ...{ status: 'active', invitation_id: null, invite_accepted_date: expect.any(Date) },
    });
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenUsed');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenUsed');
  });

  it('expires after thirty days, as the page then says, and is valid again after it is sent again [GAP-02] [GAP-78]', async () => {
    const invited = await invitations.invite();
    invitations.house.pass(30 * day - hour);
    expect(await invitations.open(invited.token)).toMatchObject({ email: invited.email });
    invitations.house.pass(hour + 1_000);
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenExpired');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenExpired');
    await sendReminder.call(editor(), { id: invited.id });
    await invitations.house.runJobs();
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
    invitations.house.pass(hour);
    const row = await sendReminder.call(editor(), { id: invited.id });
    expect(row.last_reminder).toEqual(row.invite_date);
    await invitations.house.runJobs();
    expect(invitations.house.mails.map(({ subject }) => subject)).toEqual([
      'Banksia House invites you to Wattle',
      'Your Wattle invitation from Banksia House is still open',
    ]);
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenOlder');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenOlder');
    expect(await invitations.open(invitations.linkOf(invited.email).token)).toMatchObject({
      email: invited.email,
    });
    const activities = await invitations.house.test.services.db
      .selectFrom('recent_activities')
      .select('template')
      .where('user_id', '=', invited.id)
      .orderBy('created_at')
      .execute();
    expect(activities.map(({ template }) => template)).toEqual(['invited', 'reminder']);
  });

  it('reminds many at a time, and returns the reason for each customer who was not reminded [CACT-05]', async () => {
    const [first, second] = [await invitations.invite(), await invitations.invite()];
    invitations.house.pass(hour);
    const late = await invitations.invite();
    const active = await invitations.house.customer();
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
    const recorded = await invitations.house.test.services.db
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
    expect(await cancelInvite.call(admin(), { id: invited.id })).toEqual({
      id: invited.id,
      kept: false,
    });
    expect(await invitations.house.stored(invited.id)).toBeUndefined();
    await invitations.house.runJobs();
    expect(invitations.house.mails.at(-1)).toMatchObject({
      to: invited.email,
      subject: 'Your Wattle invitation was withdrawn',
    });
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenCancelled');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenCancelled');
    const lines = await invitations.house.test.services.db
      .selectFrom('recent_activities')
      .select(['template', 'user_id'])
      .where('actor_id', '=', invitations.house.admin.userId)
      .execute();
    expect(lines).toContainEqual({
      template: 'invitationCancelled',
      user_id: invitations.house.admin.userId,
    });
    expect(await outcomeOf(cancelInvite.call(admin(), { id: invited.id }))).toBe('not-found');
  });

  it('keeps an account whose plan was started when its invitation is withdrawn [GAP-81]', async () => {
    const id = await invitations.house.customer({ status: 'invited', email: 'named' });
    const { db } = invitations.house.test.services;
    await db.updateTable('acps').set({ version: 3 }).where('user_id', '=', id).execute();
    expect(await cancelInvite.call(editor(), { id })).toEqual({ id, kept: true });
    expect(await invitations.house.stored(id)).toMatchObject({
      ...{
        email: `${id}@no-email.invalid`,
        status: 'active',
        invitation_id: null,
        email_designated_at: null,
      },
    });
  });

  it('is mailed once when the mail server is back, also when the process died after the commit [fault 1] [fault 13]', async () => {
    invitations.house.mailIsAway(true);
    const { email } = await invitations.add();
    await invitations.house.runJobs();
    expect(invitations.house.mails).toEqual([]);
    invitations.house.mailIsAway(false);
    await invitations.house.runJobs();
    await invitations.house.runJobs();
    expect(invitations.house.mails.map(({ to }) => to)).toEqual([email]);
    expect(await invitations.open(invitations.linkOf(email).token)).toMatchObject({ email });
  });

  it('is no longer mailed when a newer one replaced it before it was sent [GAP-78]', async () => {
    invitations.house.mailIsAway(true);
    const invited = await invitations.invite();
    invitations.house.pass(hour);
    await sendReminder.call(editor(), { id: invited.id });
    invitations.house.mailIsAway(false);
    await invitations.house.runJobs();
    expect(invitations.house.mails.map(({ subject }) => subject)).toEqual([
      'Your Wattle invitation from Banksia House is still open',
    ]);
  });

  it('also opens by a link to a password, which uses it up [CACT-07]', async () => {
    const invited = await invitations.invite();
    await resetCustomer.call(editor(), { id: invited.id });
    await invitations.house.runJobs();
    expect(invitations.house.mails.at(-1)).toMatchObject({ to: invited.email });
    expect(invitations.house.mails.at(-1)!.plain).toContain('/reset-password#token=');
  });

  it('goes to the address that staff set, and the links to the previous one become invalid [CACT-09] [GAP-79]', async () => {
    const id = await invitations.house.customer({ email: 'none' });
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
    await invitations.house.runJobs();
    const { token } = invitations.linkOf(first);
    expect(await invitations.open(token)).toMatchObject({ email: first });
    const second = `${randomUUID()}@test.example`;
    await designateEmail.call(editor(), { ...named, email: second });
    await invitations.house.runJobs();
    expect(await outcomeOf(invitations.open(token))).toBe('invalid: error.signup.tokenOlder');
    expect(invitations.house.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [first, 'Banksia House invites you to Wattle'],
      [second, 'Banksia House invites you to Wattle'],
      [first, 'Your Wattle invitation was withdrawn'],
    ]);
    expect(await invitations.accept({ email: second, ...invitations.linkOf(second) })).toMatchObject({
      user: { id },
    });
  });
});
