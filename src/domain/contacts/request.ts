const hour = 60 * 60_000;
const day = 24 * hour;

/** Number of days in which a request can be answered (GAP-66, D-15). */
export const requestDays = 30;

/** Lifetime of a contact's own link, in days. Afterwards a new one is mailed on demand. */
export const linkDays = 90;

/** Maximum number of trusted contacts of one person. */
export const contactsAtMost = 30;

/** Maximum number of unanswered suggestions of staff for one person. */
export const suggestionsAtMost = 5;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Returns the expiry of a request that was sent at `asked`. */
export const requestEnds = (asked: Date): Date => after(asked, requestDays * day);

/** Returns the earliest time at which the owner may send the request again. The limit protects the mailbox of the contact. */
export const remindAfter = (asked: Date): Date => after(asked, hour);

/** Returns when a contact who has not answered is reminded, once. */
export const reminderDue = (asked: Date): Date => after(asked, 7 * day);

/** Returns the expiry of a contact's link that is created at `now`. */
export const linkEnds = (now: Date): Date => after(now, linkDays * day);

/** Whether a link expires so soon that a mail must contain a new one. */
export const isLinkNearEnd = (until: Date | null, now: Date): boolean =>
  until === null || until < after(now, 30 * day);

/**
 * Returns the bounds of the nightly job at `now`: requests sent at `remindBefore` or earlier are due for a reminder; requests
 * sent before `endedBefore` have expired.
 */
export const nightlyBounds = (now: Date): { remindBefore: Date; endedBefore: Date } => ({
  remindBefore: after(now, -7 * day),
  endedBefore: after(now, -requestDays * day),
});
