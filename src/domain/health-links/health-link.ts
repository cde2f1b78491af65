/** Wrong passcodes for the life of a link. With the last one the link is closed permanently. */
export const maxTries = 10;

/** Maximum number of open links of one person. */
export const maxOpenLinks = 10;

/** Days for which links that ended remain in the owner's list. */
export const keptDays = 90;

/** Days for which a link can work, as stored values of the form; the first choice is `defaultDays`. */
export const linkDays = ['1', '7', '30', '90', '365'] as const;

export const defaultDays: (typeof linkDays)[number] = '30';

/** Digits of a passcode: more than those of the card's PIN, so that the two can never be equal. */
export const passcodeLength = 8;

/** Path of the page that opens a link. */
export const viewerPath = '/shl';

/** Start of the path of a link's manifest, which ends with the link's id. */
export const manifestPath = '/api/shl/';

/** Start of the path of an encrypted document, which ends with a ticket. */
export const documentPath = '/api/shl-documents/';

/** Maximum number of characters that are kept of what a reader says of itself. */
export const saidMax = 100;

export type LinkState = 'open' | 'expired' | 'revoked' | 'closed';

/** The facts of a link that decide whether it opens. */
export type LinkFacts = { revoked_at: Date | null; expires_at: Date; tries: number };

/** Returns the state of a link; `closed` after too many wrong passcodes. */
export function linkState({ revoked_at, expires_at, tries }: LinkFacts, now: Date): LinkState {
  if (revoked_at !== null) return 'revoked';
  if (tries >= maxTries) return 'closed';
  return expires_at <= now ? 'expired' : 'open';
}
