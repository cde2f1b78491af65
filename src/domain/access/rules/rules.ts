import { isPlatformRole, type Actor, type PersonActor } from '../actors.ts';
import type { Standing } from '../../contacts/reading.ts';
import type { SubjectKind, Subjects } from '../subjects.ts';

export type Decision = 'allow' | 'unauthenticated' | 'forbidden' | 'not-found';

/** Decides for one kind of subject. A missing subject is null, whatever the kind. */
export type Rule<Kind extends SubjectKind = SubjectKind> = {
  readonly kind: Kind;
  decide(actor: Actor, subject: Subjects[Kind] | null): Decision;
};

type Owned = { ownerId: string } | null;
type Placed = { providerPath: readonly string[] } | null;

/** Everyone, signed in or not. */
export const anyone: Rule<'none'> = { kind: 'none', decide: () => 'allow' };

function byOwner(actor: Actor, subject: Owned): Decision {
  if (actor.kind !== 'person' && actor.kind !== 'system') return 'unauthenticated';
  const isOwner = actor.kind === 'person' && actor.role === 'user' && subject?.ownerId === actor.userId;
  return isOwner ? 'allow' : 'not-found';
}

function bySelf(actor: Actor, subject: Owned): Decision {
  if (actor.kind !== 'person') return 'unauthenticated';
  return subject?.ownerId === actor.userId ? 'allow' : 'not-found';
}

/** Excludes staff who act in the account from `decision` (D-14). */
const unlessActing = (actor: Actor, decision: Decision): Decision =>
  decision === 'allow' && actor.kind === 'person' && actor.actingStaffId !== null ? 'forbidden' : decision;

/** Also excludes the person while a staff member is beside them: the staff member could have started that session alone (N-08). */
const unlessAccompanied = (actor: Actor, decision: Decision): Decision =>
  decision === 'allow' && actor.kind === 'person' && actor.together !== undefined
    ? 'forbidden'
    : unlessActing(actor, decision);

/** The customer who owns it. For others it does not exist. */
export const owner = <Kind extends 'account' | 'plan'>(kind: Kind): Rule<Kind> => ({ kind, decide: byOwner });

/** The customer alone in their own account: not a staff member who acts in it (D-14), and not with one beside them (N-08). */
export const ownerAlone = <Kind extends 'account' | 'plan'>(kind: Kind): Rule<Kind> => ({
  kind,
  decide: (actor, subject) => unlessAccompanied(actor, byOwner(actor, subject)),
});

/** The customer in their own account, also with a staff member beside them (N-08), but not a staff member who acts in it. */
export const ownerInPerson = <Kind extends 'account' | 'plan'>(kind: Kind): Rule<Kind> => ({
  kind,
  decide: (actor, subject) => unlessActing(actor, byOwner(actor, subject)),
});

/** A staff member in the customer's account, or beside the customer, for what the customer alone does in another way (D-59). */
export const staffInside: Rule<'account'> = {
  kind: 'account',
  decide(actor, subject) {
    const decision = byOwner(actor, subject);
    const isAlone = actor.kind === 'person' && actor.actingStaffId === null && !actor.together;
    return decision === 'allow' && isAlone ? 'forbidden' : decision;
  },
};

/** The owner of the plan, a reader with the PIN of the card, and a trusted contact with whom it is shared. */
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

/** One's own account, in any role. */
export const self: Rule<'account'> = { kind: 'account', decide: bySelf };

/** One's own account, alone: access to the account, and messages about the person (D-14, N-08). */
export const selfAlone: Rule<'account'> = {
  kind: 'account',
  decide: (actor, subject) => unlessAccompanied(actor, bySelf(actor, subject)),
};

/** One's own account, also with staff beside the person (N-08), but not for staff who act in it. */
export const selfInPerson: Rule<'account'> = {
  kind: 'account',
  decide: (actor, subject) => unlessActing(actor, bySelf(actor, subject)),
};

/** The platform's staff. */
export const platform: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return isPlatformRole(actor.role) && actor.actingStaffId === null ? 'allow' : 'forbidden';
  },
};

/** Administrators of the platform, but not its system administrators, whose work is the files of the earlier system. */
export const platformAdministrators: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    const decision = platform.decide(actor, null);
    return decision === 'allow' && actor.kind === 'person' && actor.role === 'sysadmin'
      ? 'forbidden'
      : decision;
  },
};

/** All staff of a provider or the platform. */
export const staff: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return actor.role === 'user' ? 'forbidden' : 'allow';
  },
};

/** Staff, for settings that only staff have. */
export const staffSelf: Rule<'account'> = {
  kind: 'account',
  decide(actor, subject) {
    const decision = staff.decide(actor, null);
    return decision === 'allow' ? bySelf(actor, subject) : decision;
  },
};

/** Whether a subject belongs to the actor's own provider or to one below it. */
export const underOwnProvider = (actor: PersonActor, subject: Placed) =>
  actor.providerId !== null && (subject?.providerPath ?? []).includes(actor.providerId);

/** Allows staff of the platform, of the subject's provider, and of the providers above it. */
export function byStaffOfProvider(actor: Actor, subject: Placed): Decision {
  if (actor.kind !== 'person') return 'unauthenticated';
  if (isPlatformRole(actor.role)) return 'allow';
  return actor.role !== 'user' && underOwnProvider(actor, subject) ? 'allow' : 'not-found';
}

/** Staff of a provider, for the provider's own pages. */
export const staffOfProvider: Rule<'provider'> = { kind: 'provider', decide: byStaffOfProvider };

/** Staff of a provider and its customers: facts that all of them see. */
export const memberOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    return isPlatformRole(actor.role) || underOwnProvider(actor, subject) ? 'allow' : 'not-found';
  },
};

/** Staff who may change a provider's own details. */
export const editorOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.role === 'provideradmin' && actor.flags.can_manage_all ? 'allow' : 'forbidden';
  },
};

/** The person of a portrait, and the staff with access to that person. */
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

/** Actions of the system in its jobs, not of a caller. */
export const product: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    if (actor.kind === 'system') return 'allow';
    return actor.kind === 'person' ? 'forbidden' : 'unauthenticated';
  },
};
