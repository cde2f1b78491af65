/**
 * Ways in which a line of a list and a customer may match, the most certain first: the e-mail address, the Medicare number with
 * the birth date, the customer ID of the provider, the name with the birth date.
 */
export const sameKinds = ['email', 'medicare_number', 'customer_id', 'name'] as const;
export type SameKind = (typeof sameKinds)[number];

/** Decisions of staff for such a line: leave the customer unchanged, update them, or add another person. */
export const importDecisions = ['skip', 'update', 'add'] as const;
export type ImportDecision = (typeof importDecisions)[number];

/** Returns the decisions that a kind allows. Two accounts never have the same e-mail address or Medicare number. */
export const decisionsFor = (kind: SameKind): readonly ImportDecision[] =>
  kind === 'email' || kind === 'medicare_number' ? ['skip', 'update'] : importDecisions;

/** States of the invitations of an import that were not sent with it. */
export const invitationStates = ['waiting', 'sent', 'taken back'] as const;
export type InvitationState = (typeof invitationStates)[number];

/** Delay of the invitations after an import, in milliseconds. Until then the import can be undone. */
export const invitationsWaitMs = 60 * 60_000;
