import { isPlatformRole, type Actor, type PersonActor, type Role } from '../actors.ts';
import { changesRank, rankOf } from '../../staff/rank.ts';
import { byStaffOfProvider, platform, staff, type Decision, type Rule } from './rules.ts';
import { editorOfCustomer, editorsOfCustomers } from './customer-rules.ts';

/*
 * Rules about providers, their staff and their permissions (PROV-*, PUSER-*, PERM-*).
 */

type Flag = keyof PersonActor['flags'];

/** Restricts `decision` to provider administrators with a flag and the platform's staff. */
function withFlag(actor: Actor, decision: Decision, flag: Flag): Decision {
  if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
  return actor.role === 'provideradmin' && actor.flags[flag] ? 'allow' : 'forbidden';
}

/** The system administrator whom the operator names, for files of the earlier system (SUPER-02, GAP-115). */
export const superAdministrator: Rule<'earlierFiles'> = {
  kind: 'earlierFiles',
  decide(actor, subject) {
    if (actor.kind !== 'person') return 'unauthenticated';
    const isSystem = actor.role === 'sysadmin' && actor.actingStaffId === null;
    return isSystem && subject?.isNamed === true ? 'allow' : 'forbidden';
  },
};

/** Staff who manage providers. Their scope decides which providers they see. */
export const managersOfProviders: Rule<'none'> = {
  kind: 'none',
  decide: (actor) => withFlag(actor, staff.decide(actor, null), 'can_manage_all'),
};

/**
 * Customers, for their own payments, and staff who manage providers, for what their providers pay. Their scope decides which
 * payments they see.
 */
export const readersOfPayments: Rule<'none'> = {
  kind: 'none',
  decide: (actor, subject) =>
    actor.kind === 'person' && actor.role === 'user' ? 'allow' : managersOfProviders.decide(actor, subject),
};

/** Staff who may put a provider at a place: the platform's staff anywhere, a provider's managers under their own provider. */
export const adderOfProviders: Rule<'place'> = {
  kind: 'place',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all'),
};

/**
 * Staff who may move, archive or delete a provider: the platform's staff, and the managers of a provider above it. Never their
 * own provider.
 */
export const managerOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all');
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return subject?.providerId === actor.providerId ? 'forbidden' : 'allow';
  },
};

/** The platform's staff, for what a provider pays. */
export const billerOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    return decision === 'allow' && actor.kind === 'person' && !isPlatformRole(actor.role)
      ? 'forbidden'
      : decision;
  },
};

/** Readers of what a provider pays: the platform's staff, and the managers of the provider or of one above it (D-46). */
export const readerOfProviderBilling: Rule<'provider'> = {
  kind: 'provider',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all'),
};

/** The managers of a provider, who pay for it with its card. The platform and a provider above only read. */
export const payerOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all');
    if (decision !== 'allow' || actor.kind !== 'person') return decision;
    return !isPlatformRole(actor.role) && subject?.providerId === actor.providerId ? 'allow' : 'forbidden';
  },
};

/**
 * Staff who connect a provider with a residential-care system, and see its residents: the platform's staff, and the managers of
 * the provider or of one above it (D-46).
 */
export const managerOfIntegration: Rule<'provider'> = {
  kind: 'provider',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_all'),
};

/** The same staff, for the link of one customer of their providers with a resident. */
export const managerOfCustomerLink: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject?.role === 'user' ? subject : null);
    if (decision === 'allow' && subject?.role !== 'user') return 'not-found';
    return withFlag(actor, decision, 'can_manage_all');
  },
};

/** The one role that may change the contact person of a provider (PROV-24). */
export const tlcAdministratorOfProvider: Rule<'provider'> = {
  kind: 'provider',
  decide(actor, subject) {
    const decision = byStaffOfProvider(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person') return decision;
    return actor.role === 'tlcadmin' ? 'allow' : 'forbidden';
  },
};

/** Readers of the staff list: the platform's staff, and a provider's staff whose role has the flag (PERM-08, CON-05). */
export const readersOfStaff: Rule<'none'> = {
  kind: 'none',
  decide(actor) {
    const decision = staff.decide(actor, null);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.flags.can_manage_user ? 'allow' : 'forbidden';
  },
};

/** Staff who may invite staff of a provider. `rolesGivenBy` decides which roles they may give. */
export const adderOfStaff: Rule<'provider'> = {
  kind: 'provider',
  decide: (actor, subject) => withFlag(actor, byStaffOfProvider(actor, subject), 'can_manage_user'),
};

/** Staff who may invite staff to some provider. Their scope decides to which one. */
export const addersOfStaff: Rule<'none'> = {
  kind: 'none',
  decide: (actor) => withFlag(actor, staff.decide(actor, null), 'can_manage_user'),
};

const hasAllOf = (own: PersonActor['flags'], other: PersonActor['flags']) =>
  (Object.keys(other) as Flag[]).every((flag) => own[flag] || !other[flag]);

/** Roles that may change staff of the platform, and the roles that each may change: never a role above their own. */
const changesOfPlatform: Readonly<Partial<Record<Role, readonly Role[]>>> = {
  tlcadmin: ['admin', 'tlcadmin'],
  sysadmin: ['admin', 'tlcadmin', 'sysadmin'],
};

/**
 * Who may change a staff member: the platform's staff, and provider administrators if the staff member has a lower rank and no
 * flag beyond theirs (`src/domain/staff/rank.ts`). No staff member changes themselves. Staff of the platform are changed by a
 * tlcadmin or a sysadmin, a sysadmin only by another one.
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

/** The platform's staff, for ending a person's sessions and removing a lost second step. */
export const platformOfStaff: Rule<'staff'> = {
  kind: 'staff',
  decide(actor, subject) {
    const decision = managerOfStaff.decide(actor, subject);
    return decision === 'allow' ? platform.decide(actor, null) : decision;
  },
};

/**
 * Managers of an organisation who decide which of two records of a person is kept: they may change both. The path of the subject is
 * the part that the paths of both records have in common (N-13).
 */
export const managerOfRecords: Rule<'customer'> = {
  kind: 'customer',
  decide(actor, subject) {
    const decision = editorOfCustomer.decide(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.flags.can_manage_all ? 'allow' : 'forbidden';
  },
};

/** The same staff, for the list of such records. Their scope decides which records they see. */
export const managersOfRecords: Rule<'none'> = {
  kind: 'none',
  decide(actor, subject) {
    const decision = editorsOfCustomers.decide(actor, subject);
    if (decision !== 'allow' || actor.kind !== 'person' || isPlatformRole(actor.role)) return decision;
    return actor.flags.can_manage_all ? 'allow' : 'forbidden';
  },
};
