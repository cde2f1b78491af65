/** Relation of a contact to a person, with all facts that decide what the contact may do. */
export type ContactState = {
  status: 'accepted' | 'pending';
  /** Expiry of the request. */
  requestEnds: Date;
  /** Expiry of the contact's own link; null if there is none. */
  linkUntil: Date | null;
  plan_shared: boolean;
  fullAccess: boolean;
  owner: OwnerState;
};

/** Facts of the owner's account that decide it. */
export type OwnerState = {
  status: 'invited' | 'active' | 'suspended' | 'archived';
  /** Whether the owner requested the deletion of the account. */
  leaving: boolean;
  /** Whether a signed plan is in force. */
  planSigned: boolean;
};

/** Current permissions of a contact. */
export type Standing =
  /** Accept or decline the request. */
  | 'asked'
  /** Open what is shared. */
  | 'sharing'
  /** The contact accepted, and needs a new link. */
  | 'link-over'
  /** Nothing: the request expired, or the owner's account is closed. */
  | 'closed';

/** Whether an account shares anything at all: not if it is suspended, archived or about to be deleted. */
export const accountShares = ({ status, leaving }: OwnerState): boolean =>
  (status === 'active' || status === 'invited') && !leaving;

/** Returns the standing of a contact at an instant. Only this function decides it. */
export function standingOf(contact: ContactState, now: Date): Standing {
  if (!accountShares(contact.owner)) return 'closed';
  if (contact.status === 'pending') return now < contact.requestEnds ? 'asked' : 'closed';
  return contact.linkUntil !== null && now < contact.linkUntil ? 'sharing' : 'link-over';
}

/**
 * Content that a contact may read. `chosen` are the files that the owner switched on. `phones` are the telephone numbers of the owner and
 * of the owner's house.
 */
export type Readable = { plan: boolean; phones: boolean; files: 'all' | 'chosen' | 'none' };

const nothing: Readable = { plan: false, phones: false, files: 'none' };

/**
 * Returns what a contact may read at an instant: nothing before acceptance, and nothing that is not shared now (GAP-66, GAP-67).
 */
export function readableBy(contact: ContactState, now: Date): Readable {
  if (standingOf(contact, now) !== 'sharing') return nothing;
  return {
    plan: contact.owner.planSigned && contact.plan_shared,
    // The numbers follow the switch of the plan, also before it is signed: without it the owner shares only files.
    phones: contact.plan_shared,
    files: contact.fullAccess ? 'all' : 'chosen',
  };
}
