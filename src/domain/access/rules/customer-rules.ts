import { isPlatformRole, type PersonActor } from '../actors.ts';
import { byStaffOfProvider, staff, underOwnProvider, type Rule } from './rules.ts';

/** Staff who may change a customer's account: administrators, and provider admins in their own tree with the flag (GAP-16). */
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

/**
 * Whether a person works with customers: the platform's staff, and staff of a provider with the flag (GAP-16, MENU-16, CON-05).
 */
export const worksWithCustomers = ({ role, flags }: Pick<PersonActor, 'role' | 'flags'>): boolean =>
  isPlatformRole(role) || (role !== 'user' && flags.can_manage_acp);

/** Staff who work with customers, for actions without one customer. Their scope decides which customers they see. */
export const staffOfCustomers: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    const decision = staff.decide(actor, null);
    return decision === 'allow' && actor.kind === 'person' && !worksWithCustomers(actor)
      ? 'forbidden'
      : decision;
  },
};

/** Staff who may change customers, for a call about several: access to each of them is checked separately. */
export const editorsOfCustomers: Rule<'none'> = {
  kind: 'none',
  decide(actor, subject) {
    const decision = staffOfCustomers.decide(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && actor.role === 'providerview'
      ? 'forbidden'
      : decision;
  },
};

/** Staff who see a customer: the platform's, and those of the customer's own provider and of the ones above it. */
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

/** The platform's staff, for actions on a customer that a provider's staff may not take (CACT-13). */
export const platformOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = readerOfCustomer.decide(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && !isPlatformRole(actor.role)
      ? 'forbidden'
      : decision;
  },
};

/**
 * Staff who may remove a customer: those who may change them; for a customer with a signed plan, only the managers of an
 * organisation (D-62).
 */
export const removerOfCustomer: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = editorOfCustomer.decide(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return subject?.hasSignedPlan === true && !actor.flags.can_manage_all ? 'forbidden' : 'allow';
  },
};

/** Staff who may read the plans of the customers of a house: the platform's, and those of the house and of the ones above it. */
export const readerOfHouse: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && !worksWithCustomers(actor)
      ? 'forbidden'
      : decision;
  },
};

/** Staff who may add customers to a provider: the platform's staff, and provider admins with the flag in their own tree. */
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
