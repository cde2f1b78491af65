/**
 * Who may do what: the one place that decides. Every operation names an action of this table;
 * an action without a rule does not compile, and what no rule allows is refused.
 */

export const roles = ['user', 'provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;

/** The stored role names of the source (D-26, D-27). */
export type Role = (typeof roles)[number];

/** A signed-in person. With `actingStaffId`, a staff member who is in this customer's account (D-14). */
export type PersonActor = {
  kind: 'person';
  userId: string;
  role: Role;
  providerId: string | null;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  actingStaffId: string | null;
};

export type Actor =
  | { kind: 'visitor' }
  | PersonActor
  /** Somebody who holds a person's card and typed its PIN. */
  | { kind: 'emergency'; userId: string }
  /** The product itself, in its jobs. */
  | { kind: 'system' };

/** What an action is done to: something that belongs to one person, or nothing in particular. */
export type Subject = { ownerId: string } | null;

export type Decision = 'allow' | 'unauthenticated' | 'forbidden' | 'not-found';

type Rule = (actor: Actor, subject: Subject) => Decision;

const anyone: Rule = () => 'allow';

const isOwner = (actor: Actor, subject: Subject): actor is PersonActor =>
  actor.kind === 'person' && actor.role === 'user' && subject !== null && subject.ownerId === actor.userId;

/** The person's own, and nobody else's: for others it does not exist. */
const owner: Rule = (actor, subject) => {
  if (actor.kind === 'visitor' || actor.kind === 'emergency') return 'unauthenticated';
  return isOwner(actor, subject) ? 'allow' : 'not-found';
};

/** The person in their own account: not a staff member who acts in it (D-14). */
const ownerAlone: Rule = (actor, subject) => {
  const decision = owner(actor, subject);
  if (decision !== 'allow') return decision;
  return actor.kind === 'person' && actor.actingStaffId === null ? 'allow' : 'forbidden';
};

const ownerOrEmergency: Rule = (actor, subject) => {
  if (actor.kind === 'emergency') return subject?.ownerId === actor.userId ? 'allow' : 'not-found';
  return owner(actor, subject);
};

/** One's own account, whatever the role. */
const self: Rule = (actor, subject) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  return subject?.ownerId === actor.userId ? 'allow' : 'not-found';
};

const rules = {
  'account.signUp': anyone,
  'account.signIn': anyone,
  'account.verifyEmail': anyone,
  'account.recover': anyone,
  'account.signOut': anyone,
  'account.readSession': anyone,
  'account.read': self,
  'account.update': self,
  'plan.read': owner,
  'plan.save': owner,
  'plan.sign': ownerAlone,
  'plan.readPdf': ownerOrEmergency,
  'card.read': owner,
  'card.renew': ownerAlone,
  'contacts.read': owner,
  'activities.read': self,
  'notifications.read': self,
  'emergency.read': (actor, subject) =>
    actor.kind === 'emergency' ? ownerOrEmergency(actor, subject) : 'unauthenticated',
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

export const actions = Object.keys(rules) as Action[];

/**
 * Decides one action of one actor on one subject. Refusals tell apart who is not signed in,
 * who may not, and what must look as if it were not there (another person's things).
 */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  return rules[action](actor, subject);
}

declare const scopeMark: unique symbol;

/** Which people's rows a list may hold. Only `scopeOf` makes one, so a list without its filter does not compile. */
export type Scope = (
  | { people: 'none' }
  | { people: 'one'; userId: string }
  | { people: 'subtree'; providerId: string }
  | { people: 'all' }
) & { readonly [scopeMark]: true };

/** The rows that an actor may list: one's own, one's provider with everything under it, or all. */
export function scopeOf(actor: Actor): Scope {
  return plainScopeOf(actor) as Scope;
}

function plainScopeOf(actor: Actor) {
  if (actor.kind === 'emergency') return { people: 'one', userId: actor.userId } as const;
  if (actor.kind !== 'person') return { people: 'none' } as const;
  switch (actor.role) {
    case 'user':
      return { people: 'one', userId: actor.userId } as const;
    case 'provideradmin':
    case 'providerview':
      return actor.providerId === null
        ? ({ people: 'none' } as const)
        : ({ people: 'subtree', providerId: actor.providerId } as const);
    case 'admin':
    case 'tlcadmin':
    case 'sysadmin':
      return { people: 'all' } as const;
  }
}
