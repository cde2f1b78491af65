import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outcomeOf, startHouse, type House } from '../customers.fixture.ts';
import { invitationsOf } from './invitations.fixture.ts';
import { inviteCustomer } from './invite-operation.ts';
import { deleteUser, takeCustomerBack } from '../removing/remove-operation.ts';
import { archiveCustomer, unarchiveCustomer, updateUserStatus } from '../status-operations.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('an invitation whose customer is not active', () => {
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

  it('is held while the customer is suspended, and continues afterwards [CACT-14] [GAP-81]', async () => {
    const invited = await invitations.invite();
    const seen = { id: invited.id };
    await updateUserStatus.call(editor(), { ...seen, status: 'suspended' });
    expect(await outcomeOf(invitations.open(invited.token))).toBe('invalid: error.signup.tokenHeld');
    expect(await outcomeOf(invitations.accept(invited))).toBe('invalid: error.signup.tokenHeld');
    const row = await updateUserStatus.call(editor(), { ...seen, status: 'active' });
    expect(row.customer_status).toBe('invited');
    expect(await invitations.accept(invited)).toMatchObject({ user: { id: invited.id } });
  });

  it('is sent once, with a full term, when its customer, suspended before the mail was sent, is restored [S-45]', async () => {
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Margaret', last_name: 'Doyle' };
    const { id } = await inviteCustomer.call(editor(), {
      registration_type: 'invite_account',
      ...names,
      email,
    });
    await updateUserStatus.call(editor(), { id, status: 'suspended' });
    await h.runJobs();
    expect(h.mails).toEqual([]);
    h.pass(40 * day);
    await updateUserStatus.call(editor(), { id, status: 'active' });
    await h.runJobs();
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).toEqual([email]);
    expect(await invitations.open(invitations.linkOf(email).token)).toMatchObject({ email });
    await updateUserStatus.call(editor(), { id, status: 'suspended' });
    await updateUserStatus.call(editor(), { id, status: 'active' });
    await h.runJobs();
    expect(h.mails).toHaveLength(1);
  });

  it('is sent when its customer, archived before the mail was sent, is restored [S-45]', async () => {
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Margaret', last_name: 'Doyle' };
    const { id } = await inviteCustomer.call(editor(), {
      registration_type: 'invite_account',
      ...names,
      email,
    });
    await archiveCustomer.call(h.as(h.admin), { user_id: id });
    await h.runJobs();
    expect(h.mails).toEqual([]);
    await unarchiveCustomer.call(h.as(h.admin), { user_id: id });
    await h.runJobs();
    expect(h.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('is not mailed while its customer is to be removed, nor is the removal, and is sent when the removal is cancelled [S-06] [S-45]', async () => {
    const email = `${randomUUID()}@test.example`;
    const names = { first_name: 'Margaret', last_name: 'Doyle' };
    const { id } = await inviteCustomer.call(editor(), {
      registration_type: 'invite_account',
      ...names,
      email,
    });
    await deleteUser.call(h.as(h.admin), { id, type: 'delete', reason: 'Entered twice' });
    await h.runJobs();
    expect(h.mails.filter(({ to }) => to === email)).toEqual([]);
    await takeCustomerBack.call(h.as(h.admin), { id });
    await h.runJobs();
    expect(h.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      'Banksia House invites you to Wattle',
    );
  });
});
