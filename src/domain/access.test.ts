import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions, can, roles, scopeOf, type Actor, type PersonActor } from './access.ts';

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const somePerson = fc.record({
  kind: fc.constant('person' as const),
  userId: fc.uuid(),
  role: fc.constantFrom(...roles),
  providerId: fc.option(fc.uuid(), { nil: null }),
  flags: fc.constant(flags),
  actingStaffId: fc.option(fc.uuid(), { nil: null }),
  secondStepDue: fc.constant(false),
});
const someActor: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant<Actor>({ kind: 'visitor' }),
  fc.constant<Actor>({ kind: 'system' }),
  fc.record({ kind: fc.constant('emergency' as const), userId: fc.uuid() }),
  somePerson,
);
const aboutAPerson = actions.filter(
  (action) => can({ kind: 'visitor' }, action, { ownerId: 'x' }) !== 'allow',
);

describe('access', () => {
  it('gives nobody anything of another person, whatever the role or the action', () => {
    fc.assert(
      fc.property(someActor, fc.constantFrom(...aboutAPerson), fc.uuid(), (actor, action, ownerId) => {
        fc.pre(!('userId' in actor) || actor.userId !== ownerId);
        expect(can(actor, action, { ownerId })).not.toBe('allow');
      }),
    );
  });

  it('tells a visitor to sign in, and a signed-in stranger that there is nothing', () => {
    for (const action of aboutAPerson)
      expect(can({ kind: 'visitor' }, action, { ownerId: 'x' })).toBe('unauthenticated');
    fc.assert(
      fc.property(somePerson, (actor) => {
        expect(can({ ...actor, role: 'user' }, 'plan.read', { ownerId: 'somebody else' })).toBe('not-found');
      }),
    );
  });

  it('lets staff who act in an account save but neither sign nor renew the card', () => {
    const acting: PersonActor = {
      kind: 'person',
      userId: 'a',
      role: 'user',
      providerId: null,
      flags,
      actingStaffId: 's',
      secondStepDue: false,
    };
    const own = { ownerId: 'a' };
    expect(can(acting, 'plan.save', own)).toBe('allow');
    expect([can(acting, 'plan.sign', own), can(acting, 'card.renew', own)]).toEqual([
      'forbidden',
      'forbidden',
    ]);
  });
});

describe('scopes of lists', () => {
  it.each([
    ['user', { people: 'one', userId: 'a' }],
    ['provideradmin', { people: 'subtree', providerId: 'p' }],
    ['providerview', { people: 'subtree', providerId: 'p' }],
    ['admin', { people: 'all' }],
    ['tlcadmin', { people: 'all' }],
    ['sysadmin', { people: 'all' }],
  ] as const)('gives %s no more than its own', (role, scope) => {
    expect(
      scopeOf({
        kind: 'person',
        userId: 'a',
        role,
        providerId: 'p',
        flags,
        actingStaffId: null,
        secondStepDue: false,
      }),
    ).toEqual(scope);
  });

  it('gives visitors, jobs and staff without a provider nothing', () => {
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
    };
    expect(scopeOf(lost)).toEqual({ people: 'none' });
  });
});
