import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesNoManager, managesUsers, type Manager } from './last-manager.ts';

const manager: Manager = {
  role: 'provideradmin',
  permission_role_id: 1,
  status: 'active',
  flags: { can_manage_user: true },
};
const nurse: Manager = { ...manager, permission_role_id: 2 };

describe('the remaining managers of a provider’s users', () => {
  it.each<[string, Manager | null, Manager[], boolean]>([
    ['the last one leaves', null, [], true],
    [
      'the last one reads only from now on',
      { ...manager, role: 'providerview', permission_role_id: 3 },
      [],
      true,
    ],
    ['the last one loses the flag', { ...manager, flags: { can_manage_user: false } }, [], true],
    ['the last one is suspended', { ...manager, status: 'suspended' }, [], true],
    ['the last one keeps the right', manager, [], false],
    ['another one stays', null, [manager], false],
  ])('are none if %s [GAP-99, PUSER-01]', (_, after, others, expected) => {
    expect(leavesNoManager(manager, after, others)).toBe(expected);
  });

  it('must include a manager of the same rank, whom an editor with the same flags does not replace [S-08]', () => {
    expect(leavesNoManager(manager, null, [nurse])).toBe(true);
    expect(leavesNoManager(manager, nurse, [nurse])).toBe(true);
    expect(leavesNoManager(nurse, null, [manager])).toBe(false);
    expect(leavesNoManager(nurse, null, [nurse])).toBe(false);
    expect(leavesNoManager(manager, null, [{ ...manager, status: 'suspended' }])).toBe(true);
  });

  const someone = fc.record({
    role: fc.constantFrom('provideradmin' as const, 'providerview' as const),
    permission_role_id: fc.constant(1),
    status: fc.constantFrom('invited', 'active', 'suspended', 'archived'),
    flags: fc.record({ can_manage_user: fc.boolean() }),
  });

  it('do not matter for a person who managed nothing, nor while others do [GAP-99]', () => {
    fc.assert(
      fc.property(
        someone,
        fc.option(someone, { nil: null }),
        fc.array(someone, { maxLength: 3 }),
        (before, after, others) => {
          const refused = leavesNoManager(before, after, others);
          if (!managesUsers(before) || others.some(managesUsers)) expect(refused).toBe(false);
          else expect(refused).toBe(after === null || !managesUsers(after));
        },
      ),
    );
  });
});
