import { describe, expect, it } from 'vitest';
import { can } from './access.ts';
import { roles, type Actor, type PersonActor, type Role } from './actors.ts';
import type { Subjects } from './subjects.ts';

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };

describe('removing a customer', () => {
  const removes = (more: Partial<PersonActor>, hasSignedPlan: boolean) =>
    can(
      {
        ...{ kind: 'person', userId: 's', role: 'provideradmin', providerId: 'p', flags },
        ...{ actingStaffId: null, secondStepDue: false, consentDue: false },
        ...more,
      },
      'customer.remove',
      { kind: 'customer', ownerId: 'a', role: 'user', providerPath: ['p'], hasSignedPlan },
    );

  it('a signed plan allows it only to staff who manage the organisation, in their own tree [S-06] [D-62]', () => {
    const clerk = { flags: { ...flags, can_manage_all: false } };
    expect(removes({}, true)).toBe('allow');
    expect(removes(clerk, true)).toBe('forbidden');
    expect(removes(clerk, false)).toBe('allow');
    expect(removes({ flags: { ...flags, can_manage_acp: false } }, true)).toBe('forbidden');
    expect(removes({ role: 'providerview' }, true)).toBe('forbidden');
    expect(removes({ role: 'admin', providerId: null, ...clerk }, true)).toBe('allow');
    expect(removes({ providerId: 'other' }, true)).toBe('not-found');
    expect(removes({ role: 'user' }, true)).toBe('not-found');
  });
});

describe('entering a customer’s account', () => {
  const staff = (role: Role, more: Partial<PersonActor> = {}): PersonActor => ({
    kind: 'person',
    userId: 's',
    role,
    providerId: role.startsWith('provider') ? 'p' : null,
    flags,
    actingStaffId: null,
    secondStepDue: false,
    consentDue: false,
    ...more,
  });
  const inTree = {
    kind: 'customer',
    ownerId: 'a',
    role: 'user',
    providerPath: ['root', 'p', 'below'],
  } as const;
  const elsewhere = { ...inTree, providerPath: ['root', 'other'] };
  const enters = (actor: Actor, subject: Subjects['customer'] | null = inTree) =>
    can(actor, 'account.enterCustomer', subject);

  it('is for editors: administrators, and provider admins with the right in their own tree [GAP-16, LAC-01, D-14] [security 8]', () => {
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const) {
      expect(enters(staff(role))).toBe('allow');
      expect(enters(staff(role), { ...inTree, providerPath: [] })).toBe('allow');
    }
    expect(enters(staff('provideradmin'))).toBe('allow');
    expect(enters(staff('provideradmin'), elsewhere)).toBe('not-found');
    expect(enters(staff('provideradmin', { flags: { ...flags, can_manage_acp: false } }))).toBe('forbidden');
    expect(enters(staff('provideradmin', { providerId: null }))).toBe('not-found');
    expect(enters(staff('providerview'))).toBe('forbidden');
    expect(enters(staff('providerview'), elsewhere)).toBe('not-found');
  });

  it('is for no other actor, and never into the account of an administrator or staff member [D-14] [security 8]', () => {
    expect(enters({ kind: 'visitor' })).toBe('unauthenticated');
    expect(enters({ kind: 'emergency', userId: 'a' })).toBe('unauthenticated');
    expect(enters(staff('user'))).toBe('not-found');
    expect(enters(staff('admin'), null)).toBe('not-found');
    for (const role of roles.filter((each) => each !== 'user'))
      for (const by of ['admin', 'tlcadmin', 'sysadmin', 'provideradmin'] as const)
        expect(enters(staff(by), { ...inTree, role })).toBe('not-found');
    expect(enters(staff('admin', { secondStepDue: true }))).toBe('forbidden');
  });
});
