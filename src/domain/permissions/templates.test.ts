import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeOf,
  changesUpon,
  flagNames,
  flagsWithin,
  hasAll,
  isTemplate,
  previewMenu,
  templates,
  type Flags,
} from './templates.ts';

const flags = (...on: (keyof Flags)[]): Flags => ({
  can_manage_acp: on.includes('can_manage_acp'),
  can_manage_all: on.includes('can_manage_all'),
  can_manage_user: on.includes('can_manage_user'),
});
const everything = flags('can_manage_acp', 'can_manage_all', 'can_manage_user');
const anyFlags = fc.record({
  can_manage_acp: fc.boolean(),
  can_manage_all: fc.boolean(),
  can_manage_user: fc.boolean(),
});

describe('the two templates of permissions', () => {
  it('are the roles 2, facility / edit, and 3, user / view, and no other [PERM-06, CON-03]', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 0, -2, 2.5].filter(isTemplate)).toEqual([2, 3]);
  });

  it('can manage ACP, all and users as facility / edit role [PERM-07]', () => {
    expect([...templates[2].flags].sort()).toEqual(['can_manage_acp', 'can_manage_all', 'can_manage_user']);
    expect(flagsWithin(2, everything)).toEqual(everything);
  });

  it('can manage ACP and users only as user / view role [PERM-08]', () => {
    expect([...templates[3].flags].sort()).toEqual(['can_manage_acp', 'can_manage_user']);
    expect(flagsWithin(3, everything)).toEqual(flags('can_manage_acp', 'can_manage_user'));
  });

  it('show what a change grants and removes, and the reverse for its reversal', () => {
    expect(changeOf(flags('can_manage_acp'), flags('can_manage_user'))).toEqual({
      added: ['can_manage_user'],
      removed: ['can_manage_acp'],
    });
    fc.assert(
      fc.property(anyFlags, anyFlags, (before, after) => {
        const { added, removed } = changeOf(before, after);
        const back = changeOf(after, before);
        expect([back.added, back.removed]).toEqual([removed, added]);
        expect(added.length + removed.length === 0).toBe(flagNames.every((f) => before[f] === after[f]));
      }),
    );
  });

  it('keep flags changed here and take the rest from another person’s save [fault 7]', () => {
    const base = flags('can_manage_acp');
    expect(changesUpon(base, flags(), flags('can_manage_acp', 'can_manage_user'))).toEqual(
      flags('can_manage_user'),
    );
    fc.assert(
      fc.property(anyFlags, anyFlags, anyFlags, (saved, mine, newer) => {
        const merged = changesUpon(saved, mine, newer);
        for (const flag of flagNames)
          expect(merged[flag]).toBe(mine[flag] === saved[flag] ? newer[flag] : mine[flag]);
        expect(changesUpon(saved, saved, newer)).toEqual(newer);
      }),
    );
  });

  it('have all rights only with every flag', () => {
    fc.assert(
      fc.property(anyFlags, (some) => {
        expect(hasAll(some)).toBe(changeOf(some, everything).added.length === 0);
      }),
    );
  });
});

describe('the menu of a person with a template', () => {
  const entries = (id: 2 | 3, before: Flags, after: Flags) =>
    previewMenu(id, before, after).map((entry) => `${entry.id} ${entry.change}`);

  it('shows which entries a change adds and removes [PERM-07, MENU-14, MENU-15, MENU-16]', () => {
    const before = flags('can_manage_acp', 'can_manage_all');
    const after = flags('can_manage_acp', 'can_manage_user');
    expect(entries(2, before, after)).toEqual([
      'dashboard none',
      'providers removed',
      'users added',
      'customers none',
      'integrations removed',
      'settings none',
      'billing removed',
      'reports none',
    ]);
    expect(entries(2, flags(), flags())).not.toContain('users none');
    expect(entries(2, flags(), flags()).map((entry) => entry.split(' ')[0])).not.toContain('users');
    expect(entries(2, flags('can_manage_user'), flags())).toContain('users removed');
  });

  it('is the fixed menu of viewers, whatever is ticked [PERM-08, CON-05]', () => {
    fc.assert(
      fc.property(anyFlags, anyFlags, (before, after) => {
        expect(entries(3, flagsWithin(3, before), flagsWithin(3, after))).toEqual([
          'dashboard none',
          'customers none',
          'settings none',
        ]);
      }),
    );
  });
});
