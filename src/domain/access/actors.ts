import type { ClinicalScope } from '../clinical/scopes.ts';

export const roles = ['user', 'provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;

/** Stored role names of the source (D-26, D-27). */
export type Role = (typeof roles)[number];

/**
 * A signed-in person. With `actingStaffId`, a staff member who is in this customer's account (D-14). With `together`, the person
 * with a staff member beside them (N-08).
 */
export type PersonActor = {
  kind: 'person';
  userId: string;
  role: Role;
  providerId: string | null;
  /** Permission role, only for staff (D-27). Staff without one are ranked above no other staff. */
  permissionRoleId?: number;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  actingStaffId: string | null;
  /** The staff member beside the person, and the visit. Never together with `actingStaffId`. */
  together?: { staffId: string; visitId: string };
  /** Whether a staff member needs a second step and has none yet: until then they may only set one up (D-12). */
  secondStepDue: boolean;
  /** Whether the person has not agreed to the current texts: until then they may only read, answer or leave (GAP-71). */
  consentDue: boolean;
};

export type Actor =
  | { kind: 'visitor' }
  | PersonActor
  /** A reader with a person's card who typed its PIN. */
  | { kind: 'emergency'; userId: string }
  /** A trusted contact of a person, with a link that we mailed to them. */
  | { kind: 'contact'; contactId: string; userId: string }
  /** A provider's clinical system with an access token, which reads what its scopes name. */
  | {
      kind: 'clinicalSystem';
      clientId: string;
      providerId: string;
      scopes: readonly ClinicalScope[];
    }
  /** The system itself, in its jobs. */
  | { kind: 'system' };

/** Whether a role belongs to the platform's staff. */
export const isPlatformRole = (role: Role): boolean =>
  role === 'admin' || role === 'tlcadmin' || role === 'sysadmin';
