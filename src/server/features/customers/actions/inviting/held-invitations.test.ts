import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../customers.fixture.ts';
import { houseWithInvitations } from './invitations.fixture.ts';
import { deleteUser, takeCustomerBack } from '../removing/remove-operation.ts';
import { archiveCustomer, unarchiveCustomer, updateUserStatus } from '../status-operations.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

describe('an invitation whose customer is not active', () => {
  const invitations = houseWithInvitations();
  const { editor, admin } = invitations;

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
    const { id, email } = await invitations.add();
    await updateUserStatus.call(editor(), { id, status: 'suspended' });
    await invitations.house.runJobs();
    expect(invitations.house.mails).toEqual([]);
    invitations.house.pass(40 * day);
    await updateUserStatus.call(editor(), { id, status: 'active' });
    await invitations.house.runJobs();
    await invitations.house.runJobs();
    expect(invitations.house.mails.map(({ to }) => to)).toEqual([email]);
    expect(await invitations.open(invitations.linkOf(email).token)).toMatchObject({ email });
    await updateUserStatus.call(editor(), { id, status: 'suspended' });
    await updateUserStatus.call(editor(), { id, status: 'active' });
    await invitations.house.runJobs();
    expect(invitations.house.mails).toHaveLength(1);
  });

  it('is sent when its customer, archived before the mail was sent, is restored [S-45]', async () => {
    const { id, email } = await invitations.add();
    await archiveCustomer.call(admin(), { user_id: id });
    await invitations.house.runJobs();
    expect(invitations.house.mails).toEqual([]);
    await unarchiveCustomer.call(admin(), { user_id: id });
    await invitations.house.runJobs();
    expect(invitations.house.mails.map(({ to }) => to)).toEqual([email]);
  });

  it('is not mailed while its customer is to be removed, is mailed when the removal is cancelled, and the removal itself is not mailed [S-06] [S-45]', async () => {
    const { id, email } = await invitations.add();
    await deleteUser.call(admin(), {
      id,
      type: 'delete',
      reason: 'Entered twice',
    });
    await invitations.house.runJobs();
    expect(invitations.house.mails.filter(({ to }) => to === email)).toEqual([]);
    await takeCustomerBack.call(admin(), { id });
    await invitations.house.runJobs();
    expect(invitations.house.mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toContain(
      'Banksia House invites you to Wattle',
    );
  });
});
