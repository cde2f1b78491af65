export const roles = ['user', 'provideradmin', 'providerview', 'admin', 'tlcadmin', 'sysadmin'] as const;

/** The stored role names of the source (D-26, D-27). */
export type Role = (typeof roles)[number];

/** A signed-in person. With `actingStaffId`, a staff member who is in this customer's account (D-14). */
export type PersonActor = {
  kind: 'person';
  userId: string;
  role: Role;
  providerId: string | null;
  /** Permission role, only for staff (D-27). Staff without one are ranked above no other staff. */
  permissionRoleId?: number;
  flags: { can_manage_acp: boolean; can_manage_all: boolean; can_manage_user: boolean };
  actingStaffId: string | null;
  /** Staff who must have a second step and have none yet: until then they may only set one up (D-12). */
  secondStepDue: boolean;
  /** A person who has not agreed to the texts as they are now: until then they may read, answer or leave (GAP-71). */
  consentDue: boolean;
};

export type Actor =
  | { kind: 'visitor' }
  | PersonActor
  /** A reader who holds a person's card and typed its PIN. */
  | { kind: 'emergency'; userId: string }
  /** A trusted contact of a person, who holds a link that we mailed to them. */
  | { kind: 'contact'; contactId: string; userId: string }
  /** The product itself, in its jobs. */
  | { kind: 'system' };

/** Whether a role runs the platform. */
export const isPlatformRole = (role: Role): boolean =>
  role === 'admin' || role === 'tlcadmin' || role === 'sysadmin';
