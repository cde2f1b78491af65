import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions, can, dueBefore, kindOf, type Action } from './access.ts';
import { matrixActorsOf, matrixSubjectOf, type MatrixPeople } from './access-actors.fixture.ts';
import { expectedDecisions, matrixActors } from './access-matrix.fixture.ts';
import { isPlatformRole, roles, type Actor, type PersonActor, type Role } from './actors.ts';
import type { Decision } from './rules/rules.ts';
import type { Subject, Subjects } from './subjects.ts';

/** Decides any action about one person; an action about a provider, or without a subject, gets no person. */
function decide(
  actor: Actor,
  action: Action,
  { ownerId, role = 'user', providerPath = [] }: Partial<Subjects['customer']> & { ownerId: string },
): Decision {
  const kind = kindOf(action);
  const subject =
    kind === 'none'
      ? null
      : kind === 'provider'
        ? { kind, providerId: providerPath.at(-1) ?? '', providerPath }
        : kind === 'move'
          ? {
              kind,
              customers: [{ kind: 'customer', ownerId, role, providerPath }],
              houses: [{ kind: 'provider', providerId: '', providerPath }],
            }
          : { kind, ownerId, role, providerPath };
  return can(actor, action, subject as Subject as never);
}

const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
const somePerson = fc.record({
  kind: fc.constant('person' as const),
  userId: fc.uuid(),
  role: fc.constantFrom(...roles),
  providerId: fc.option(fc.uuid(), { nil: null }),
  flags: fc.constant(flags),
  actingStaffId: fc.option(fc.uuid(), { nil: null }),
  secondStepDue: fc.constant(false),
  consentDue: fc.constant(false),
});
const someActor: fc.Arbitrary<Actor> = fc.oneof(
  fc.constant<Actor>({ kind: 'visitor' }),
  fc.constant<Actor>({ kind: 'system' }),
  fc.record({ kind: fc.constant('emergency' as const), userId: fc.uuid() }),
  fc.record({ kind: fc.constant('contact' as const), contactId: fc.uuid(), userId: fc.uuid() }),
  somePerson,
);
const notForVisitors = actions.filter(
  (action) => decide({ kind: 'visitor' }, action, { ownerId: 'x' }) !== 'allow',
);
const aboutAPerson = notForVisitors.filter(
  (action) => !['none', 'provider', 'earlierFiles'].includes(kindOf(action)),
);

const people: MatrixPeople = {
  customer: 'customer',
  otherCustomer: 'other customer',
  contact: 'contact',
  otherContact: 'other contact',
  administrator: 'administrator',
  viewer: 'viewer',
  admin: 'admin',
  staffMember: 'staff member',
  clinicalClient: 'clinical client',
  root: 'root',
  house: 'house',
  ward: 'ward',
  beside: 'beside',
  elsewhere: 'elsewhere',
};

describe('the access rules', () => {
  it.each(actions)('decide %s as in the hand-written matrix [R-22] [security 4]', (action) => {
    const actors = matrixActorsOf(people);
    const found = matrixActors.map((who) => [
      who,
      can(actors[who], action, matrixSubjectOf(action, who, people) as never),
    ]);
    expect(Object.fromEntries(found)).toEqual(expectedDecisions(action));
  });

  it('allow nothing on a missing subject, except to the platform’s staff on providers and their places [R-22]', () => {
    for (const action of actions)
      for (const actor of Object.values(matrixActorsOf(people))) {
        if (kindOf(action) === 'none') continue;
        const isPlatform = actor.kind === 'person' && ['admin', 'tlcadmin', 'sysadmin'].includes(actor.role);
        if (isPlatform && ['provider', 'place'].includes(kindOf(action))) continue;
        expect([action, can(actor, action, null)]).not.toEqual([action, 'allow']);
      }
  });
});

describe('access', () => {
  it('gives no actor any data of another person, whatever the role or the action', () => {
    fc.assert(
      fc.property(someActor, fc.constantFrom(...aboutAPerson), fc.uuid(), (actor, action, ownerId) => {
        fc.pre(!('userId' in actor) || actor.userId !== ownerId);
        // The matrix above lists by name what the platform's staff may do with any customer.
        fc.pre(
          actor.kind !== 'person' ||
            !isPlatformRole(actor.role) ||
            expectedDecisions(action).sysadmin !== 'allow',
        );
        expect(decide(actor, action, { ownerId })).not.toBe('allow');
      }),
    );
  });

  it('asks a visitor to sign in, and returns "not found" to a signed-in stranger', () => {
    for (const action of notForVisitors)
      expect(decide({ kind: 'visitor' }, action, { ownerId: 'x' })).toBe('unauthenticated');
    fc.assert(
      fc.property(somePerson, (actor) => {
        expect(decide({ ...actor, role: 'user' }, 'plan.read', { ownerId: 'another person' })).toBe(
          'not-found',
        );
      }),
    );
  });

  it('lets only the system carry out what people have requested [D-19]', () => {
    fc.assert(
      fc.property(someActor, (actor) => {
        expect(can(actor, 'account.carryOut', null) === 'allow').toBe(actor.kind === 'system');
      }),
    );
  });

  it('shows a portrait to its person and to staff with access to them, and to no other customer [security 2]', () => {
    const subject = { kind: 'portrait', ownerId: 'a', providerPath: ['root', 'p'] } as const;
    fc.assert(
      fc.property(somePerson, fc.constantFrom('root', 'p', 'q', null), (someone, providerId) => {
        const actor = { ...someone, providerId };
        const sees =
          ['admin', 'tlcadmin', 'sysadmin'].includes(actor.role) ||
          (actor.role !== 'user' && (providerId === 'root' || providerId === 'p'));
        expect(can(actor, 'picture.read', subject)).toBe(sees ? 'allow' : 'not-found');
        expect(can({ ...actor, userId: 'a' }, 'picture.read', subject)).toBe('allow');
      }),
    );
  });

  it('lets staff who act in an account save, but not sign, nor read or renew the card', () => {
    const acting: PersonActor = {
      kind: 'person',
      userId: 'a',
      role: 'user',
      providerId: null,
      flags,
      actingStaffId: 's',
      secondStepDue: false,
      consentDue: false,
    };
    const own = { ownerId: 'a' };
    expect(decide(acting, 'plan.save', own)).toBe('allow');
    expect([decide(acting, 'plan.sign', own), decide(acting, 'card.renew', own)]).toEqual([
      'forbidden',
      'forbidden',
    ]);
  });
});

describe('a staff member in a customer’s account', () => {
  const acting: PersonActor = {
    kind: 'person',
    userId: 'a',
    role: 'user',
    providerId: 'p',
    flags,
    actingStaffId: 's',
    secondStepDue: false,
    consentDue: false,
  };
  const own = { ownerId: 'a', role: 'user', providerPath: ['p'] } as const;

  it('may do no more than the requested help [D-14, GAP-15] [security 8]', () => {
    const withheld = actions.filter(
      (action) =>
        decide({ ...acting, actingStaffId: null }, action, own) === 'allow' &&
        decide(acting, action, own) !== 'allow',
    );
    expect(withheld.toSorted()).toEqual([
      'account.changePassword',
      'account.consent',
      'account.conversations',
      'account.delete',
      'account.export',
      'account.readVisits',
      'account.secondStep',
      'account.sessions',
      'billing.pay',
      'card.read',
      'card.renew',
      'contact.sharedWithMe',
      'contacts.change',
      'files.addDirective',
      'files.delete',
      'guides.confirm',
      'healthLinks.change',
      'healthLinks.read',
      'notifications.update',
      'picture.change',
      'plan.mail',
      'plan.sign',
    ]);
    for (const action of withheld) expect(decide(acting, action, own)).toBe('forbidden');
  });

  it('gains nothing by it that the customer does not have, except suggestions for the customer to decide [security 8] [S-01]', () => {
    for (const action of actions)
      if (action !== 'contacts.suggest' && decide(acting, action, own) === 'allow')
        expect([action, decide({ ...acting, actingStaffId: null }, action, own)]).toEqual([action, 'allow']);
    expect(decide(acting, 'account.enterCustomer', { ...own, ownerId: 'b' })).not.toBe('allow');
  });
});

describe('a user who has not agreed to the current texts', () => {
  const due = (role: Role, more: Partial<PersonActor> = {}): PersonActor => ({
    kind: 'person',
    userId: 'a',
    role,
    providerId: 'p',
    flags,
    actingStaffId: null,
    secondStepDue: false,
    consentDue: true,
    ...more,
  });
  const own = { ownerId: 'a', role: 'user', providerPath: ['p'] } as const;
  const allowed = (actor: Actor) =>
    actions.filter((action) => decide(actor, action, own) === 'allow').toSorted();
  const asVisitor = [
    'account.readSession',
    'account.recover',
    'account.signIn',
    'account.signOut',
    'account.signUp',
    'account.verifyEmail',
    'clinicalToken.issue',
    'healthLink.open',
    'help.write',
  ];

  it('may read their account, the texts and their own plan, answer, leave, and export or delete their data, and no more [GAP-71, D-19] [S-34]', () => {
    const answering = ['account.chooseLanguage', 'account.consent', 'account.export', 'account.read'];
    const ownPlan = ['contacts.read', 'plan.read', 'plan.readPdf'];
    expect(allowed(due('user'))).toEqual(
      [...asVisitor, ...answering, ...ownPlan, 'account.delete'].toSorted(),
    );
    // Only their organisation can delete the account of staff.
    for (const role of roles.filter((each) => each !== 'user'))
      expect(allowed(due(role))).toEqual([...asVisitor, ...answering].toSorted());
  });

  it('is forbidden, with the reason, to do what they could do before [GAP-71]', () => {
    for (const role of roles)
      for (const action of allowed(due(role, { consentDue: false })))
        expect([action, dueBefore(due(role), action)]).toEqual([
          action,
          allowed(due(role)).includes(action) ? null : 'consent',
        ]);
    expect(decide(due('user'), 'plan.save', own)).toBe('forbidden');
    expect(decide(due('user'), 'plan.read', { ...own, ownerId: 'b' })).not.toBe('allow');
    expect(decide(due('provideradmin'), 'plan.readPdf', own)).toBe('forbidden');
    expect(decide(due('admin'), 'account.enterCustomer', own)).toBe('forbidden');
  });

  it('sets up a second step first if one is due too, and can then answer [D-12, GAP-71]', () => {
    const both = due('admin', { secondStepDue: true });
    expect(allowed(both)).toEqual(
      [...asVisitor, 'account.read', 'account.chooseLanguage', 'account.secondStep'].toSorted(),
    );
    expect(dueBefore(both, 'account.consent')).toBe('second-step');
    expect(dueBefore(due('admin'), 'account.consent')).toBeNull();
  });

  it('does not keep a reader of the card from the plan, nor the system from its work [D-06, GAP-71]', () => {
    expect(dueBefore({ kind: 'emergency', userId: 'a' }, 'emergency.read')).toBeNull();
    expect(dueBefore({ kind: 'system' }, 'account.carryOut')).toBeNull();
    expect(dueBefore({ kind: 'visitor' }, 'account.signIn')).toBeNull();
  });
});
