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
  /** Staff who must have a second step and have none yet: until then they may only set one up (D-12). */
  secondStepDue: boolean;
  /** Somebody who has not agreed to the texts as they are now: until then they may read, answer or leave (GAP-71). */
  consentDue: boolean;
};

export type Actor =
  | { kind: 'visitor' }
  | PersonActor
  /** Somebody who holds a person's card and typed its PIN. */
  | { kind: 'emergency'; userId: string }
  /** The product itself, in its jobs. */
  | { kind: 'system' };

/**
 * What an action is done to: something that belongs to one person or one provider, or nothing in particular.
 * `providerPath` are the ids from the root down to the provider it is under, where staff may be asked for.
 */
export type Subject = { ownerId: string; providerPath?: readonly string[]; role?: Role } | null;

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

/** One's own account with nobody else in it: what decides who gets in, and what is told about the person (D-14). */
const selfAlone: Rule = (actor, subject) => {
  const decision = self(actor, subject);
  if (decision !== 'allow') return decision;
  return actor.kind === 'person' && actor.actingStaffId === null ? 'allow' : 'forbidden';
};

const isPlatform = (role: Role) => role === 'admin' || role === 'tlcadmin' || role === 'sysadmin';

/** Those who run the platform. */
const platform: Rule = (actor) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  return isPlatform(actor.role) && actor.actingStaffId === null ? 'allow' : 'forbidden';
};

/** Everybody who works for a provider or the platform. */
const staff: Rule = (actor) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  return actor.role === 'user' ? 'forbidden' : 'allow';
};

const underOwnProvider = (actor: PersonActor, subject: Subject) =>
  actor.providerId !== null && (subject?.providerPath ?? []).includes(actor.providerId);

/** Who may change a customer's account: administrators, and provider admins in their own tree with the flag (GAP-16). */
const editorOfCustomer: Rule = (actor, subject) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  if (actor.role === 'user') return 'not-found';
  if (subject === null || subject.role !== 'user') return 'not-found';
  if (isPlatform(actor.role)) return 'allow';
  if (!underOwnProvider(actor, subject)) return 'not-found';
  return actor.role === 'provideradmin' && actor.flags.can_manage_acp ? 'allow' : 'forbidden';
};

/** The staff of a provider, for what stands on its own pages. */
const staffOfProvider: Rule = (actor, subject) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  if (isPlatform(actor.role)) return 'allow';
  return actor.role !== 'user' && underOwnProvider(actor, subject) ? 'allow' : 'not-found';
};

/** The staff of a provider and its customers: what everybody there sees of it. */
const memberOfProvider: Rule = (actor, subject) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  return isPlatform(actor.role) || underOwnProvider(actor, subject) ? 'allow' : 'not-found';
};

const editorOfProvider: Rule = (actor, subject) => {
  const decision = staffOfProvider(actor, subject);
  if (decision !== 'allow' || actor.kind !== 'person' || isPlatform(actor.role)) return decision;
  return actor.role === 'provideradmin' && actor.flags.can_manage_all ? 'allow' : 'forbidden';
};

/** A portrait: whose it is, and the staff who may see the person. */
const readerOfPortrait: Rule = (actor, subject) => {
  if (actor.kind !== 'person') return 'unauthenticated';
  if (subject?.ownerId === actor.userId) return 'allow';
  if (actor.role === 'user' || !subject?.providerPath) return 'not-found';
  return isPlatform(actor.role) || underOwnProvider(actor, subject) ? 'allow' : 'not-found';
};

/** What the product itself does in its jobs, and nobody by a call. */
const product: Rule = (actor) => {
  if (actor.kind === 'system') return 'allow';
  return actor.kind === 'person' ? 'forbidden' : 'unauthenticated';
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
  'account.chooseLanguage': self,
  'account.leave': self,
  'account.enterCustomer': editorOfCustomer,
  'account.changePassword': selfAlone,
  'account.secondStep': selfAlone,
  'account.sessions': selfAlone,
  'account.consent': selfAlone,
  'account.export': selfAlone,
  'account.delete': ownerAlone,
  'account.carryOut': product,
  'account.readOpenings': owner,
  'picture.read': readerOfPortrait,
  'picture.change': selfAlone,
  'provider.read': staffOfProvider,
  'provider.readLogo': memberOfProvider,
  'provider.update': editorOfProvider,
  'overview.read': staff,
  'settings.notifications': staff,
  'settings.mail': platform,
  'help.write': anyone,
  'plan.read': owner,
  'plan.save': owner,
  'plan.sign': ownerAlone,
  'plan.readPdf': ownerOrEmergency,
  'card.read': ownerAlone,
  'card.renew': ownerAlone,
  'contacts.read': owner,
  'activities.read': self,
  'notifications.read': self,
  'notifications.update': selfAlone,
  'emergency.read': (actor, subject) =>
    actor.kind === 'emergency' ? ownerOrEmergency(actor, subject) : 'unauthenticated',
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof rules;

export const actions = Object.keys(rules) as Action[];

/** What somebody whose second step is due may do: sign in and out, read who they are, and set it up. */
const beforeSecondStep: ReadonlySet<Action> = new Set<Action>([
  'account.signUp',
  'account.signIn',
  'account.verifyEmail',
  'account.recover',
  'account.signOut',
  'account.readSession',
  'account.read',
  'account.update',
  'account.chooseLanguage',
  'account.secondStep',
  'account.changePassword',
  'help.write',
]);

/**
 * What somebody may do who has not agreed to the texts as they are now: what any visitor may, read who they are, read the texts
 * in their language and answer, and take their data along or have it deleted, for which no agreement is needed.
 */
const beforeConsent: ReadonlySet<Action> = new Set<Action>([
  ...actions.filter((action) => rules[action] === anyone),
  'account.read',
  'account.chooseLanguage',
  'account.consent',
  'account.export',
  'account.delete',
]);

/** What must be done before anything else: set up a second step (D-12), or answer to the texts (GAP-71). */
export type DueFirst = 'second-step' | 'consent';

/** What keeps a person from an action until it is done; null for nothing. The second step comes before the texts. */
export function dueBefore(actor: Actor, action: Action): DueFirst | null {
  if (actor.kind !== 'person') return null;
  if (actor.secondStepDue && !beforeSecondStep.has(action)) return 'second-step';
  if (!actor.consentDue || beforeConsent.has(action)) return null;
  return actor.secondStepDue && action === 'account.secondStep' ? null : 'consent';
}

/**
 * Decides one action of one actor on one subject. Refusals tell apart who is not signed in,
 * who may not, and what must look as if it were not there (another person's things).
 */
export function can(actor: Actor, action: Action, subject: Subject): Decision {
  if (dueBefore(actor, action) !== null) return 'forbidden';
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
