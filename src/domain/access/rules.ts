import { isPlatformRole, type Actor, type PersonActor } from './actors.ts';
import type { Standing } from '../contacts/reading.ts';
import type { SubjectKind, Subjects } from './subjects.ts';

export type Decision = 'allow' | 'unauthenticated' | 'forbidden' | 'not-found';

/** Judges one kind of subject. A subject that is not there is null, whatever the kind. */
export type Rule<Kind extends SubjectKind = SubjectKind> = {
  readonly kind: Kind;
  decide(actor: Actor, subject: Subjects[Kind] | null): Decision;
};

type Owned = { ownerId: string } | null;
type Placed = { providerPath: readonly string[] } | null;

/** Everyone, signed in or not. */
export const anyone: Rule<'none'> = { kind: 'none', decide: () => 'allow' };

function byOwner(actor: Actor, subject: Owned): Decision {
  if (actor.kind === 'visitor' || actor.kind === 'emergency' || actor.kind === 'contact')
    return 'unauthenticated';
  const isOwner = actor.kind === 'person' && actor.role === 'user' && subject?.ownerId === actor.userId;
  return isOwner ? 'allow' : 'not-found';
}

function bySelf(actor: Actor, subject: Owned): Decision {
  if (actor.kind !== 'person') return 'unauthenticated';
  return subject?.ownerId === actor.userId ? 'allow' : 'not-found';
}

/** Takes staff who act in the account out of what `decision` allows (D-14). */
const unlessActing = (actor: Actor, decision: Decision): Decision =>
  decision === 'allow' && actor.kind === 'person' && actor.actingStaffId !== null ? 'forbidden' : decision;

/** The customer whose it is. For others it does not exist. */
export const owner = <Kind extends 'account' | 'plan'>(kind: Kind): Rule<Kind> => ({ kind, decide: byOwner });

/** The customer in their own account, without a staff member who acts in it (D-14). */
export const ownerAlone = <Kind extends 'account' | 'plan'>(kind: Kind): Rule<Kind> => ({
  kind,
  decide: (actor, subject) => unlessActing(actor, byOwner(actor, subject)),
});

/** A staff member in the customer's account, for what only they do there: the customer has another way (D-59). */
export const staffInside: Rule<'account'> = {
  kind: 'account',
  decide(actor, subject) {
    const decision = byOwner(actor, subject);
    const isAlone = actor.kind === 'person' && actor.actingStaffId === null;
    return decision === 'allow' && isAlone ? 'forbidden' : decision;
  },
};

/** The customer whose plan it is, a reader with the PIN of the card, and a trusted contact to whom it is open. */
export const reader: Rule<'plan'> = {
  kind: 'plan',
  decide(actor, subject) {
    if (actor.kind === 'contact') {
      const isOpen = subject?.ownerId === actor.userId && subject.readableBy === actor.contactId;
      return isOpen ? 'allow' : 'not-found';
    }
    if (actor.kind === 'emergency') return subject?.ownerId === actor.userId ? 'allow' : 'not-found';
    return byOwner(actor, subject);
  },
};

/** A reader with the PIN of the card. */
export const emergency: Rule<'plan'> = {
  kind: 'plan',
  decide: (actor, subject) =>
    actor.kind === 'emergency' ? reader.decide(actor, subject) : 'unauthenticated',
};

/** Allows a trusted contact with one of these standings towards the person. */
export const contactWho = (...standings: readonly Standing[]): Rule<'contact'> => ({
  kind: 'contact',
  decide(actor, subject) {
    if (actor.kind !== 'contact') return 'unauthenticated';
    const isSelf = subject?.contactId === actor.contactId && subject.ownerId === actor.userId;
    return isSelf && standings.includes(subject.standing) ? 'allow' : 'not-found';
  },
});

/** One's own account, whatever the role. */
export const self: Rule<'account'> = { kind: 'account', decide: bySelf };

/** One's own account without staff who act in it: what decides who gets in, and what is sent about the person (D-14). */
export const selfAlone: Rule<'account'> = {
  kind: 'account',
  decide: (actor, subject) => unlessActing(actor, bySelf(actor, subject)),
};

/** Those who run the platform. */
export const platform: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return isPlatformRole(actor.role) && actor.actingStaffId === null ? 'allow' : 'forbidden';
  },
};

/** All who work for a provider or the platform. */
export const staff: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return actor.role === 'user' ? 'forbidden' : 'allow';
  },
};

/** Staff, for what is set for them alone. */
export const staffSelf: Rule<'account'> = {
  kind: 'account',
  decide(actor, subject) {
    const decision = staff.decide(actor, null);
    return decision === 'allow' ? bySelf(actor, subject) : decision;
  },
};

/** Whether something belongs to the actor's own provider or to one under it. */
export const underOwnProvider = (actor: PersonActor, subject: Placed) =>
  actor.providerId !== null && (subject?.providerPath ?? []).includes(actor.providerId);

/** Who may change a customer's account: administrators, and provider admins in their own tree with the flag (GAP-16). */
export const editorOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    if (actor.role === 'user') return 'not-found';
    if (subject === null || subject.role !== 'user') return 'not-found';
    if (isPlatformRole(actor.role)) return 'allow';
    if (!underOwnProvider(actor, subject)) return 'not-found';
    return actor.role === 'provideradmin' && actor.flags.can_manage_acp ? 'allow' : 'forbidden';
  },
};

/** Whether someone works with customers: those who run the platform, and staff of a provider with the flag (GAP-16, MENU-16, CON-05). */
const worksWithCustomers = ({ role, flags }: PersonActor) =>
  isPlatformRole(role) || (role !== 'user' && flags.can_manage_acp);

/** Staff who work with customers, for what is of no one customer. Which customers they see, their scope says. */
export const staffOfCustomers: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    const decision = staff.decide(actor, null);
    return decision === 'allow' && actor.kind === 'person' && !worksWithCustomers(actor)
      ? 'forbidden'
      : decision;
  },
};

/** Staff who may change customers, for a call about several: each of them is judged by itself. */
export const editorsOfCustomers: Rule<'none'> = {
  kind: 'none',
  decide(actor, subject) {
    const decision = staffOfCustomers.decide(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && actor.role === 'providerview'
      ? 'forbidden'
      : decision;
  },
};

/** Staff who see a customer: those of the platform, and those of the customer's own provider and of the ones above it. */
export const readerOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    if (actor.role === 'user' || subject === null || subject.role !== 'user') return 'not-found';
    if (isPlatformRole(actor.role)) return 'allow';
    if (!underOwnProvider(actor, subject)) return 'not-found';
    return worksWithCustomers(actor) ? 'allow' : 'forbidden';
  },
};

/** Those who run the platform, for what a provider's staff may not do with a customer (CACT-13). */
export const platformOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = readerOfCustomer.decide(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && !isPlatformRole(actor.role)
      ? 'forbidden'
      : decision;
  },
};

/** Who may remove a customer: who may change them, and of those with a signed plan the managers of an organisation alone (D-62). */
export const removerOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = editorOfCustomer.decide(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return subject?.hasSignedPlan === true && !actor.flags.can_manage_all ? 'forbidden' : 'allow';
  },
};

/** Whether someone works for the platform, or for the provider that something belongs to, or for one above it. */
export function byStaffOfProvider(actor: Actor, subject: Placed): Decision {
  if (actor.kind !== 'person') return 'unauthenticated';
  if (isPlatformRole(actor.role)) return 'allow';
  return actor.role !== 'user' && underOwnProvider(actor, subject) ? 'allow' : 'not-found';
}

/** Staff of a provider, for the provider's own pages. */
export const staffOfProvider: Rule<'provider'> = { kind: 'provider', decide: byStaffOfProvider };

/** The staff of a provider and its customers: what all there see of it. */
export const memberOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return isPlatformRole(actor.role) || underOwnProvider(actor, subject) ? 'allow' : 'not-found';
  },
};

/** Those who may change what a provider says about itself. */
export const editorOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.role === 'provideradmin' && actor.flags.can_manage_all ? 'allow' : 'forbidden';
  },
};

/** Who may add customers to a provider: those who run the platform, and provider admins with the flag in their own tree. */
export const adderOfCustomers: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.role === 'provideradmin' && actor.flags.can_manage_acp ? 'allow' : 'forbidden';
  },
};

/** Staff who may change each of the customers and add customers to each house: they manage both ends of the move (D-63). */
export const moverOfCustomers: Rule<'move'> = {
  kind: 'move',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    if (actor.role === 'user' || subject === null) return 'not-found';
    const { customers, houses } = subject;
    if (customers.length === 0 || houses.length === 0) return 'not-found';
    const decisions = [
      ...customers.map((customer) => editorOfCustomer.decide(actor, customer)),
      ...houses.map((house) => adderOfCustomers.decide(actor, house)),
    ];
    if (decisions.includes('not-found')) return 'not-found';
    return decisions.includes('forbidden') ? 'forbidden' : 'allow';
  },
};

/** The person of a portrait, and the staff who may see that person. */
export const readerOfPortrait: Rule<'portrait'> = {
  kind: 'portrait',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    if (subject === null) return 'not-found';
    if (subject.ownerId === actor.userId) return 'allow';
    if (actor.role === 'user') return 'not-found';
    return isPlatformRole(actor.role) || underOwnProvider(actor, subject) ? 'allow' : 'not-found';
  },
};

/** What the product itself does in its jobs, and no caller. */
export const product: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind === 'system') return 'allow';
    return actor.kind === 'person' ? 'forbidden' : 'unauthenticated';
  },
};
