import { describe, expect, it } from 'vitest';
import { clinicalScopes } from '../clinical/scopes.ts';
import type { PersonActor } from './actors.ts';
import { ownScopeOf, scopeOf } from './scope.ts';

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };

describe('scopes of lists', () => {
  it.each([
    ['user', { people: 'one', userId: 'a' }],
    ['provideradmin', { people: 'subtree', providerId: 'p' }],
    ['providerview', { people: 'subtree', providerId: 'p' }],
    ['admin', { people: 'all' }],
    ['tlcadmin', { people: 'all' }],
    ['sysadmin', { people: 'all' }],
  ] as const)('give %s no more than its own', (role, scope) => {
    expect(
      scopeOf({
        kind: 'person',
        userId: 'a',
        role,
        providerId: 'p',
        flags,
        actingStaffId: null,
        secondStepDue: false,
        consentDue: false,
      }),
    ).toEqual(scope);
  });

  it('give visitors, jobs and staff without a provider nothing', () => {
    expect(scopeOf({ kind: 'visitor' })).toEqual({ people: 'none' });
    expect(scopeOf({ kind: 'system' })).toEqual({ people: 'none' });
    const lost: PersonActor = {
      kind: 'person',
      userId: 'a',
      role: 'providerview',
      providerId: null,
      flags,
      actingStaffId: null,
      secondStepDue: false,
      consentDue: false,
    };
    expect(scopeOf(lost)).toEqual({ people: 'none' });
  });

  it('give the reader of a card only the rows of its owner', () => {
    expect(scopeOf({ kind: 'emergency', userId: 'a' })).toEqual({ people: 'one', userId: 'a' });
  });

  it('give a clinical system the rows of its provider and of those below it [X-06]', () => {
    const system = {
      kind: 'clinicalSystem',
      clientId: 'c',
      providerId: 'p',
      scopes: clinicalScopes,
    } as const;
    expect(scopeOf(system)).toEqual({ people: 'subtree', providerId: 'p' });
    expect(ownScopeOf(system)).toEqual({ people: 'none' });
  });

  it('give staff only themselves in a list of own rows, and all others nothing', () => {
    const staff: PersonActor = {
      kind: 'person',
      userId: 'a',
      role: 'admin',
      providerId: null,
      flags,
      actingStaffId: null,
      secondStepDue: false,
      consentDue: false,
    };
    expect(ownScopeOf(staff)).toEqual({ people: 'one', userId: 'a' });
    for (const kind of ['visitor', 'system'] as const)
      expect(ownScopeOf({ kind })).toEqual({ people: 'none' });
    expect(ownScopeOf({ kind: 'emergency', userId: 'a' })).toEqual({ people: 'none' });
  });
});
