import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions, can, kindOf, type Action } from './access.ts';
import { personActor } from './access-actors.fixture.ts';
import type { Actor, PersonActor } from './actors.ts';
import type { Decision } from './rules/rules.ts';
import type { Subject } from './subjects.ts';

type Owned = { ownerId: string; role: 'user'; providerPath: readonly string[] };

/** Decides any action about a customer or something that belongs to the customer. */
function decide(actor: Actor, action: Action, { ownerId, role, providerPath }: Owned): Decision {
  const kind = kindOf(action);
  const person = { kind, ownerId, role, providerPath };
  const house = { kind: 'provider', providerId: providerPath.at(-1) ?? '', providerPath };
  const subject =
    kind === 'none'
      ? null
      : kind === 'provider'
        ? house
        : kind === 'move'
          ? { kind, customers: [{ ...person, kind: 'customer' }], houses: [house] }
          : person;
  return can(actor, action, subject as Subject as never);
}

const someone = fc.record({
  userId: fc.uuid(),
  providerId: fc.option(fc.uuid(), { nil: null }),
  consentDue: fc.boolean(),
  together: fc.record({ staffId: fc.uuid(), visitId: fc.uuid() }),
});

describe('a customer with a staff member beside them', () => {
  const alone = personActor('a', 'user', { providerId: 'p' });
  const accompanied: PersonActor = { ...alone, together: { staffId: 's', visitId: 'v' } };
  const own = { ownerId: 'a', role: 'user', providerPath: ['p'] } as const;
  const allowed = (actor: Actor, on: Owned = own) =>
    actions.filter((action) => decide(actor, action, on) === 'allow').toSorted();

  it('may sign and agree to the texts, which staff in the account may not, and otherwise no more than these [N-08] [D-14] [D-59]', () => {
    const inside = allowed({ ...alone, actingStaffId: 's' });
    expect(allowed(accompanied)).toEqual([...inside, 'account.consent', 'plan.sign'].toSorted());
  });

  it('may not do what a staff member could misuse who started the session alone [N-08]', () => {
    const withheld = allowed(alone).filter((action) => decide(accompanied, action, own) !== 'allow');
    expect(withheld).toEqual([
      'account.changePassword',
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
    ]);
    for (const action of withheld) expect(decide(accompanied, action, own)).toBe('forbidden');
  });

  it('never may more than alone, except suggest a contact, and reaches no other account [N-08]', () => {
    fc.assert(
      fc.property(
        someone,
        fc.constantFrom(...actions),
        fc.uuid(),
        ({ userId, together, ...facts }, action, id) => {
          const by = personActor(userId, 'user', facts);
          for (const ownerId of [userId, id]) {
            const on: Owned = { ownerId, role: 'user', providerPath: [] };
            const isSuggestion = action === 'contacts.suggest' && ownerId === userId;
            if (!isSuggestion && decide({ ...by, together }, action, on) === 'allow')
              expect([action, decide(by, action, on)]).toEqual([action, 'allow']);
          }
        },
      ),
    );
  });

  it('agrees to the texts first, like anyone [N-08] [GAP-71]', () => {
    const due = { ...accompanied, consentDue: true };
    expect(decide(due, 'plan.sign', own)).toBe('forbidden');
    expect(decide(due, 'account.consent', own)).toBe('allow');
  });
});
