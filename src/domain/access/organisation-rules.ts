import { isPlatformRole, type Actor, type PersonActor, type Role } from './actors.ts';
import { changesRank, rankOf } from '../staff/rank.ts';
import { byStaffOfProvider, platform, staff, type Decision, type Rule } from './rules.ts';

/*
 * Rules about providers, their staff and their permissions (PROV-*, PUSER-*, PERM-*).
 */

type Flag = keyof PersonActor['flags'];

/** Allows provider administrators with a flag and those who run the platform, of those whom `decision` allows. */
function withFlag(actor: Actor, decision: Decision, flag: Flag): Decision {
  if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
  return actor.role === 'provideradmin' && actor.flags[flag] ? 'allow' : 'forbidden';
}

/** Staff who manage providers. Which providers they see, their scope says. */
export const managersOfProviders: Rule<'none'> = {
  kind: 'none',
  decide: (actor) => withFlag(actor, staff.decide(actor, null), 'can_manage_all'),
};

/** Who may put a provider at a place: those of the platform anywhere, a provider's managers under their own provider. */
export const adderOfProviders: Rule<'place'> = {
  kind: 'place',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all'),
};

/** Who may move, archive or delete a provider: those of the platform, and the managers of a provider above it. None their own. */
export const managerOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all');
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return subject?.providerId === actor.providerId ? 'forbidden' : 'allow';
  },
};

/** Those who run the platform, for what a provider pays. */
export const billerOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && !isPlatformRole(actor.role)
      ? 'forbidden'
      : decision;
  },
};

/** The one role that may change who speaks for a provider (PROV-24). */
export const tlcAdministratorOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person') return decision;
    return actor.role === 'tlcadmin' ? 'allow' : 'forbidden';
  },
};

/** Who sees the staff: those of the platform, and all of a provider whose role has the flag (PERM-08, CON-05). */
export const readersOfStaff: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    const decision = staff.decide(actor, null);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.flags.can_manage_user ? 'allow' : 'forbidden';
  },
};

/** Who may invite staff of a provider. Which roles they may give, `rolesGivenBy` says. */
export const adderOfStaff: Rule<'provider'> = {
  kind: 'provider',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_user'),
};

/** Those who may invite staff to some provider. To which, their scope says. */
export const addersOfStaff: Rule<'none'> = {
  kind: 'none',
  decide: (actor) => withFlag(actor, staff.decide(actor, null), 'can_manage_user'),
};

const hasAllOf = (own: PersonActor['flags'], other: PersonActor['flags']) =>
  (Object.keys(other) as Flag[]).every((flag) => own[flag] || !other[flag]);

/** Those who change staff of the platform, and whom of them: no one changes a role above their own. */
const changesOfPlatform: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  tlcadmin: ['admin', 'tlcadmin'],
  sysadmin: ['admin', 'tlcadmin', 'sysadmin'],
};

/**
 * Who may change a staff member: the platform, and provider administrators those below them in rank who have no flag beyond theirs
 * (`src/domain/staff/rank.ts`). No one changes themselves. Staff of the platform are changed by a tlcadmin or a sysadmin, a
 * sysadmin only by another one.
 */
export const managerOfStaff: Rule<'staff'> = {
  kind: 'staff',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    if (actor.role === 'user' || subject === null || subject.role === 'user') return 'not-found';
    if (isPlatformRole(actor.role)) {
      const isBelow = !isPlatformRole(subject.role) || changesOfPlatform[actor.role]?.includes(subject.role);
      return isBelow && subject.ownerId !== actor.userId ? 'allow' : 'forbidden';
    }
    if (isPlatformRole(subject.role)) return 'not-found';
    const decision = withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_user');
    if (decision !== 'allow') return decision;
    if (subject.ownerId === actor.userId || !hasAllOf(actor.flags, subject.flags)) return 'forbidden';
    const isBelow = changesRank(rankOf(actor.permissionRoleId), {
      rank: rankOf(subject.permission_role_id),
      place: subject.provider_id === actor.providerId ? 'own' : 'below',
      isInvited: subject.status === 'invited',
    });
    return isBelow ? 'allow' : 'forbidden';
  },
};

/** Those who run the platform, for ending a person's sessions and taking away a lost second step. */
export const platformOfStaff: Rule<'staff'> = {
  kind: 'staff',
  decide(actor, subject) {
    const decision = managerOfStaff.decide(actor, subject);
    return decision === 'allow' ? platform.decide(actor, null) : decision;
  },
};
