import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personActor } from '../access/access-actors.fixture.ts';
import { rolesGivenBy } from './given-roles.ts';

const all = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const view = { can_manage_acp: true, can_manage_all: false, can_manage_user: true };
const roles = [
  { id: 1, role_group: 'provider', flags: all },
  { id: 2, role_group: 'provider', flags: all },
  { id: 3, role_group: 'provider', flags: view },
  { id: 4, role_group: 'platform', flags: all },
  { id: 5, role_group: 'customer', flags: { ...all, can_manage_acp: false } },
];

describe('the roles that a caller may give', () => {
  it('are all three of a provider for the platform’s staff, and none of the platform [PERM-03, security 7]', () => {
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      expect(rolesGivenBy(personActor('ann', role), roles)).toEqual([1, 2, 3]);
  });

  it('are for administrators of a provider those with no more rights than their own [security 5]', () => {
    const edit = { flags: { ...all, can_manage_all: false }, permissionRoleId: 2 };
    expect(rolesGivenBy(personActor('ann', 'provideradmin', edit), roles)).toEqual([3]);
    expect(rolesGivenBy(personActor('ann', 'provideradmin', { flags: all }), roles)).toEqual([1, 2, 3]);
  });

  it('depend on the rank: an editor with every flag gives only the view role, not the own one [S-08]', () => {
    const editor = personActor('ann', 'provideradmin', { flags: all, permissionRoleId: 2 });
    expect(rolesGivenBy(editor, roles)).toEqual([3]);
    const { permissionRoleId: _, ...unknown } = editor;
    expect(rolesGivenBy(unknown, roles)).toEqual([]);
  });

  it('are none for viewers, customers and staff who may not manage users [security 5]', () => {
    const without = { ...all, can_manage_user: false };
    expect(rolesGivenBy(personActor('ann', 'provideradmin', { flags: without }), roles)).toEqual([]);
    expect(rolesGivenBy(personActor('ann', 'providerview'), roles)).toEqual([]);
    expect(rolesGivenBy(personActor('ann', 'user'), roles)).toEqual([]);
  });

  it('never have a flag that the caller does not have [security 5]', () => {
    const flags = fc.record({
      can_manage_acp: fc.boolean(),
      can_manage_all: fc.boolean(),
      can_manage_user: fc.boolean(),
    });
    fc.assert(
      fc.property(flags, flags, (own, other) => {
        const offered = [{ id: 2, role_group: 'provider', flags: other }];
        const given = rolesGivenBy(personActor('ann', 'provideradmin', { flags: own }), offered);
        const raises = Object.entries(other).some(([flag, on]) => on && !own[flag as keyof typeof own]);
        if (raises) expect(given).toEqual([]);
      }),
    );
  });
});
