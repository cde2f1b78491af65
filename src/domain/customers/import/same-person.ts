/**
 * By what a line of a list and a customer may be the same person, the surest first: the e-mail address, the Medicare number with the
 * birth date, the customer ID of the provider, the name with the birth date.
 */
export const sameKinds = ['email', 'medicare_number', 'customer_id', 'name'] as const;
export type SameKind = (typeof sameKinds)[number];

/** What staff decide for such a line: leave the customer as they are, update them, or add someone else. */
export const importDecisions = ['skip', 'update', 'add'] as const;
export type ImportDecision = (typeof importDecisions)[number];

/** The decisions that a kind allows. Two accounts never have the same e-mail address or Medicare number. */
export const decisionsFor = (kind: SameKind): readonly ImportDecision[] =>
  kind === 'email' || kind === 'medicare_number' ? ['skip', 'update'] : importDecisions;

/** How far the invitations of an import are that did not leave with it. */
export const invitationStates = ['waiting', 'sent', 'taken back'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** How long the invitations of an import wait after it, in milliseconds. Until then it can be taken back. */
export const invitationsWaitMs = 60 * 60_000;
