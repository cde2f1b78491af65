/* Rules for changes among the staff of providers, by permission role and place. Flags never decide it: two roles can have the
   same flags and still differ in rank. */

/** Permission roles of provider staff, from the highest rank to the lowest. */
export const staffRanks = ['organisation', 'edit', 'view'] as const;

export type StaffRank = (typeof staffRanks)[number];

/** Provider of another staff member, relative to the caller's own: the same one, or one below it. */
export type StaffPlace = 'own' | 'below';

const ranksById: Readonly<Record<number, StaffRank>> = { 1: 'organisation', 2: 'edit', 3: 'view' };

/** Returns the rank of a permission role; null for roles outside providers, and for an unknown one. */
export const rankOf = (permissionRoleId: number | undefined): StaffRank | null =>
  permissionRoleId === undefined ? null : (ranksById[permissionRoleId] ?? null);

/**
 * Ranks that each rank may change: lower ones, and the same one only in a provider under the caller's own. A higher rank is never
 * changed, wherever that person works.
 */
const changes: Readonly<Record<StaffRank, Readonly<Record<StaffPlace, readonly StaffRank[]>>>> = {
  organisation: { own: ['edit', 'view'], below: ['organisation', 'edit', 'view'] },
  edit: { own: ['view'], below: ['edit', 'view'] },
  view: { own: [], below: [] },
};

/**
 * Ranks that each rank may give. Managers of an organisation may appoint a peer, so that a provider can have more than one and the
 * last one can be replaced; no other rank can give its own.
 */
const gives: Readonly<Record<StaffRank, readonly StaffRank[]>> = {
  organisation: ['organisation', 'edit', 'view'],
  edit: ['view'],
  view: [],
};

/** Whether a rank may give another one to a staff member. */
export const givesRank = (own: StaffRank | null, other: StaffRank | null): boolean =>
  own !== null && other !== null && gives[own].includes(other);

/** Whether a rank is as high as another one, or higher. */
export const isRankedAtLeast = (rank: StaffRank | null, other: StaffRank | null): boolean =>
  rank !== null && (other === null || staffRanks.indexOf(rank) <= staffRanks.indexOf(other));

/**
 * Whether a rank may change a staff member. An invitation that was not accepted yet can also be changed by ranks that could send
 * the same one, so that they can correct or resend it.
 */
export function changesRank(
  own: StaffRank | null,
  other: { rank: StaffRank | null; place: StaffPlace; isInvited: boolean },
): boolean {
  if (own === null || other.rank === null) return false;
  return changes[own][other.place].includes(other.rank) || (other.isInvited && givesRank(own, other.rank));
}
