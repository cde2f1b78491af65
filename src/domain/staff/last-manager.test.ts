import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesNoManager, managesUsers, type Manager } from './last-manager.ts';

const manager: Manager = { role: 'provideradmin', status: 'active', flags: { can_manage_user: true } };

describe('who is left to manage the users of a provider', () => {
  it.each<[string, Manager | null, number, boolean]>([
    ['the last one leaves', null, 0, true],
    ['the last one reads only from now on', { ...manager, role: 'providerview' }, 0, true],
    ['the last one loses the flag', { ...manager, flags: { can_manage_user: false } }, 0, true],
    ['the last one is suspended', { ...manager, status: 'suspended' }, 0, true],
    ['the last one keeps the right', manager, 0, false],
    ['another one stays', null, 1, false],
  ])('is none where %s [GAP-99, PUSER-01]', (_, after, others, expected) => {
    expect(leavesNoManager(manager, after, others)).toBe(expected);
  });

  const someone = fc.record({
    role: fc.constantFrom('provideradmin' as const, 'providerview' as const),
    status: fc.constantFrom('invited', 'active', 'suspended', 'archived'),
    flags: fc.record({ can_manage_user: fc.boolean() }),
  });

  it('is never refused for who managed nothing, and never while others do [GAP-99]', () => {
    fc.assert(
      fc.property(someone, fc.option(someone, { nil: null }), fc.nat(3), (before, after, others) => {
        const refused = leavesNoManager(before, after, others);
        if (!managesUsers(before) || others > 0) expect(refused).toBe(false);
        else expect(refused).toBe(after === null || !managesUsers(after));
      }),
    );
  });
});
