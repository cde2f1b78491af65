/** Relation of a contact to a person, with all facts that decide what the contact may do. */
export type ContactState = {
  status: 'accepted' | 'pending';
  /** When the request was sent last, or the answer was given. */
  requestEnds: Date;
  /** Until when the contact's own link works; null where there is none. */
  linkUntil: Date | null;
  plan_shared: boolean;
  fullAccess: boolean;
  owner: OwnerState;
};

/** What of the person's account decides it. */
export type OwnerState = {
  status: 'invited' | 'active' | 'suspended' | 'archived';
  /** The person asked for the account to be deleted, on a day that is set. */
  leaving: boolean;
  /** A plan is signed and in force. */
  planSigned: boolean;
};

/** What a contact may do now. */
export type Standing =
  /** Say yes or no to the request. */
  | 'asked'
  /** Open what is shared. */
  | 'sharing'
  /** They said yes, and their link must be made new. */
  | 'link-over'
  /** Nothing: the request ran out, or the person's account is closed. */
  | 'closed';

/** Whether a person's account shares anything at all: neither suspended, nor put away, nor about to be deleted. */
export const accountShares = ({ status, leaving }: OwnerState): boolean =>
  (status === 'active' || status === 'invited') && !leaving;

/** Returns the standing of a contact at an instant. Only this function decides it. */
export function standingOf(contact: ContactState, now: Date): Standing {
  if (!accountShares(contact.owner)) return 'closed';
  if (contact.status === 'pending') return now < contact.requestEnds ? 'asked' : 'closed';
  return contact.linkUntil !== null && now < contact.linkUntil ? 'sharing' : 'link-over';
}

/** What a contact may read. `chosen` are the files that the owner switched on. */
export type Readable = { plan: boolean; files: 'all' | 'chosen' | 'none' };

const nothing: Readable = { plan: false, files: 'none' };

/** What a contact may read at an instant: nothing before they say yes, and nothing that is not shared now (GAP-66, GAP-67). */
export function readableBy(contact: ContactState, now: Date): Readable {
  if (standingOf(contact, now) !== 'sharing') return nothing;
  return {
    plan: contact.owner.planSigned && contact.plan_shared,
    files: contact.fullAccess ? 'all' : 'chosen',
  };
}
