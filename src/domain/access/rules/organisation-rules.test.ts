import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { can } from '../access.ts';
import type { PersonActor, Role } from '../actors.ts';
import type { Subjects } from '../subjects.ts';

const all = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const none = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };

const roleIds = { user: 5, provideradmin: 1, providerview: 3, admin: 4, tlcadmin: 6, sysadmin: 7 } as const;

const staffWith = (role: Role, flags: PersonActor['flags'] = all): PersonActor => ({
  kind: 'person',
  userId: 'me',
  role,
  providerId: ['provideradmin', 'providerview', 'user'].includes(role) ? 'house' : null,
  permissionRoleId: roleIds[role],
  flags,
  actingStaffId: null,
  secondStepDue: false,
  consentDue: false,
});

const member = (role: Role, more: Partial<Subjects['staff']> = {}): Subjects['staff'] => ({
  kind: 'staff',
  ownerId: 'other',
  role,
  flags: none,
  permission_role_id: roleIds[role],
  status: 'active',
  provider_id: more.providerPath?.at(-1) ?? 'house',
  providerPath: ['root', 'house'],
  ...more,
});

const change = (actor: PersonActor, subject: Subjects['staff'] | null) => can(actor, 'staff.change', subject);

describe('changing a staff member', () => {
  it('no customer counts as staff: every caller gets "not found"', () => {
    for (const role of ['provideradmin', 'admin', 'tlcadmin', 'sysadmin'] as const) {
      expect(change(staffWith(role), member('user'))).toBe('not-found');
      expect(change(staffWith(role), null)).toBe('not-found');
    }
    expect(change(staffWith('user'), member('providerview'))).toBe('not-found');
  });

  it('a provider administrator may change staff of the own provider and below it, and not beside or above', () => {
    const administrator = staffWith('provideradmin');
    const at = (...providerPath: string[]) => change(administrator, member('providerview', { providerPath }));
    expect(at('root', 'house')).toBe('allow');
    expect(at('root', 'house', 'ward')).toBe('allow');
    expect(at('root')).toBe('not-found');
    expect(at('root', 'beside')).toBe('not-found');
    expect(at()).toBe('not-found');
  });

  it('for staff of a provider, the platform’s staff are "not found", wherever they are listed', () => {
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const)
      for (const by of ['provideradmin', 'providerview'] as const)
        expect(change(staffWith(by), member(role))).toBe('not-found');
  });

  it('a provider administrator may change staff of lower rank who have no right beyond the administrator’s', () => {
    const someFlags = fc.record({
      can_manage_acp: fc.boolean(),
      can_manage_all: fc.boolean(),
      can_manage_user: fc.boolean(),
    });
    fc.assert(
      fc.property(someFlags, someFlags, fc.constantFrom(2, 3), (own, other, permission_role_id) => {
        const isNoMore =
          (own.can_manage_acp || !other.can_manage_acp) &&
          (own.can_manage_all || !other.can_manage_all) &&
          (own.can_manage_user || !other.can_manage_user);
        const role = permission_role_id === 2 ? 'provideradmin' : 'providerview';
        expect(
          change(staffWith('provideradmin', own), member(role, { permission_role_id, flags: other })),
        ).toBe(own.can_manage_user && isNoMore ? 'allow' : 'forbidden');
      }),
    );
  });

  it('among the platform’s staff, each role may change the roles that it may give, and all of them may change provider staff', () => {
    const changes: [by: Role, whom: Role[]][] = [
      ['admin', ['provideradmin', 'providerview']],
      ['tlcadmin', ['provideradmin', 'providerview', 'admin', 'tlcadmin']],
      ['sysadmin', ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin']],
    ];
    const everyone = ['provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;
    for (const [by, whom] of changes)
      expect([by, everyone.filter((role) => change(staffWith(by), member(role)) === 'allow')]).toEqual([
        by,
        whom,
      ]);
    expect(change(staffWith('admin'), member('tlcadmin'))).toBe('forbidden');
  });

  it('no staff member may change themselves', () => {
    for (const role of ['provideradmin', 'admin', 'tlcadmin', 'sysadmin'] as const)
      expect(change(staffWith(role), member(role, { ownerId: 'me' }))).toBe('forbidden');
  });
});
