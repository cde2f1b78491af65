import { describe, expect, it } from 'vitest';
import { staffActionsFor, type StaffFacts } from './staff-actions.ts';

const viewer: StaffFacts = {
  status: 'active',
  permission_role_id: 3,
  second_step_on: false,
  may_change: true,
  may_secure: false,
};
const offered = (more: Partial<StaffFacts>, given: readonly number[] = [1, 2, 3]) =>
  staffActionsFor({ ...viewer, ...more }, given).join(' ');

describe('the actions on a staff member', () => {
  it('depend on the state of the account [GAP-98, API-50]', () => {
    expect(offered({})).toBe('edit role suspend remove');
    expect(offered({ status: 'invited' })).toBe('edit role resend suspend remove');
    expect(offered({ status: 'suspended' })).toBe('edit role reactivate remove');
    expect(offered({ status: 'archived' })).toBe('');
  });

  it('are none without the right to change the staff member [security 4]', () => {
    expect(offered({ may_change: false, may_secure: true, second_step_on: true })).toBe('');
  });

  it('include securing only for accounts in use, and removing only an existing second step', () => {
    expect(offered({ may_secure: true })).toBe('edit role endSessions suspend remove');
    expect(offered({ may_secure: true, second_step_on: true, status: 'suspended' })).toBe(
      'edit role endSessions removeSecondStep reactivate remove',
    );
    expect(offered({ may_secure: true, status: 'invited' })).toBe('edit role resend suspend remove');
  });

  it('include another role only if there is one to give, and never for the platform’s staff [API-51]', () => {
    expect(offered({}, [3])).toBe('edit suspend remove');
    expect(offered({ permission_role_id: 6 })).toBe('edit suspend remove');
  });
});
