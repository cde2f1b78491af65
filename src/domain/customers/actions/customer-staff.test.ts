import { expect, it } from 'vitest';
import { customerStaffOf } from './customer-staff.ts';

it('the platform’s staff edit customers, a provider’s administrators with the flag do, and viewers never [GAP-16]', () => {
  for (const flag of [true, false]) {
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      expect(customerStaffOf(role, flag)).toEqual({ side: 'platform', isEditor: true });
    expect(customerStaffOf('provideradmin', flag)).toEqual({ side: 'provider', isEditor: flag });
    expect(customerStaffOf('providerview', flag)).toEqual({ side: 'provider', isEditor: false });
    expect(customerStaffOf('user', flag)).toBeNull();
  }
});
