const hour = 60 * 60_000;
const day = 24 * hour;

/** How many days a request can be answered (GAP-66, D-15). */
export const requestDays = 30;

/** How many days a contact's own link opens what is shared. Then a new one is mailed on demand. */
export const linkDays = 90;

/** Most trusted contacts of one person. */
export const contactsAtMost = 30;

/** Most suggestions of staff that wait for one person's answer. */
export const suggestionsAtMost = 5;

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** When a request that was sent at `asked` can no longer be answered. */
export const requestEnds = (asked: Date): Date => after(asked, requestDays * day);

/** Returns the earliest time at which the owner may send the request again. The limit protects the mailbox of the contact. */
export const remindAfter = (asked: Date): Date => after(asked, hour);

/** When a contact who has not answered is reminded, once. */
export const reminderDue = (asked: Date): Date => after(asked, 7 * day);

/** Until when a contact's link works that is made at `now`. */
export const linkEnds = (now: Date): Date => after(now, linkDays * day);

/** Whether a link has so little time left that a mail with it carries a new one. */
export const isLinkNearEnd = (until: Date | null, now: Date): boolean =>
  until === null || until < after(now, 30 * day);

/** Requests that were sent no later than this are to be reminded of at `now`; those of before `endedBefore` have run out. */
export const nightlyBounds = (now: Date): { remindBefore: Date; endedBefore: Date } => ({
  remindBefore: after(now, -7 * day),
  endedBefore: after(now, -requestDays * day),
});
