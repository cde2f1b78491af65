import { describe, expect, it } from 'vitest';
import { can } from '../access.ts';
import type { PersonActor } from '../actors.ts';
import type { Subjects } from '../subjects.ts';

/** Returns a person of a provider `house`, with every flag. */
const personWith = (more: Partial<PersonActor>): PersonActor => ({
  kind: 'person',
  userId: 'me',
  role: 'user',
  providerId: 'house',
  flags: { can_manage_acp: true, can_manage_all: true, can_manage_user: true },
  actingStaffId: null,
  secondStepDue: false,
  consentDue: false,
  ...more,
});

const accountOf = (ownerId: string): Subjects['account'] => ({ kind: 'account', ownerId });
const house: Subjects['provider'] = {
  kind: 'provider',
  providerId: 'house',
  providerPath: ['root', 'house'],
};

describe('a staff member in an account', () => {
  const inside = personWith({ actingStaffId: 'staff' });

  it("learns no more about another person's data than the owner would: it is not found [D-14]", () => {
    for (const action of ['account.delete', 'account.changePassword', 'card.read'] as const) {
      expect(can(inside, action, accountOf('other'))).toBe('not-found');
      expect(can(inside, action, null)).toBe('not-found');
      expect(can(inside, action, accountOf('me'))).toBe('forbidden');
    }
  });

  it('never has the rights of the platform, whatever role the account has [D-14]', () => {
    for (const role of ['admin', 'tlcadmin', 'sysadmin'] as const) {
      expect(can(personWith({ role }), 'facilities.change', null)).toBe('allow');
      expect(can(personWith({ role, actingStaffId: 'staff' }), 'facilities.change', null)).toBe('forbidden');
    }
  });
});

describe('a trusted contact', () => {
  const contact = { kind: 'contact', contactId: 'brother', userId: 'me' } as const;

  it('reads a plan that is shared with them, but not one that is shared with another contact, or of another person', () => {
    const plan = (ownerId: string, readableBy?: string): Subjects['plan'] => ({
      kind: 'plan',
      ownerId,
      ...(readableBy !== undefined && { readableBy }),
    });
    expect(can(contact, 'plan.readPdf', plan('me', 'brother'))).toBe('allow');
    expect(can(contact, 'plan.readPdf', plan('me', 'sister'))).toBe('not-found');
    expect(can(contact, 'plan.readPdf', plan('me'))).toBe('not-found');
    expect(can(contact, 'plan.readPdf', plan('other', 'brother'))).toBe('not-found');
  });

  it('is identified by both the person and the relation to that person', () => {
    const standing = (ownerId: string, contactId: string): Subjects['contact'] => ({
      kind: 'contact',
      ownerId,
      contactId,
      standing: 'sharing',
    });
    expect(can(contact, 'contact.read', standing('me', 'brother'))).toBe('allow');
    expect(can(contact, 'contact.read', standing('other', 'brother'))).toBe('not-found');
    expect(can(contact, 'contact.read', standing('me', 'sister'))).toBe('not-found');
  });
});

describe('staff with only read access', () => {
  it('change nothing at their provider, whatever flags they have', () => {
    const viewer = personWith({ role: 'providerview' });
    const ward: Subjects['provider'] = {
      kind: 'provider',
      providerId: 'ward',
      providerPath: ['root', 'house', 'ward'],
    };
    const changes = ['provider.update', 'customers.add', 'staff.add', 'provider.manage'] as const;
    for (const action of changes) {
      expect(can(viewer, action, ward)).toBe('forbidden');
      expect(can(personWith({ role: 'provideradmin' }), action, ward)).toBe('allow');
    }
    for (const action of ['providers.read', 'staff.choosePlace', 'customers.change'] as const)
      expect(can(viewer, action, null)).toBe('forbidden');
    expect(can(viewer, 'provider.read', house)).toBe('allow');
  });
});

it('a missing portrait is not found, not refused', () => {
  expect(can(personWith({}), 'picture.read', null)).toBe('not-found');
  expect(can(personWith({ role: 'admin' }), 'picture.read', null)).toBe('not-found');
});
