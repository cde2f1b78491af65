/** Lifetime of an invitation after it was last sent, in days (GAP-03). */
export const invitationDays = 30;

const dayInMs = 24 * 60 * 60 * 1_000;

/** Returns the expiry of an invitation that was sent then. */
export const invitationOver = (sent: Date): Date => new Date(sent.getTime() + invitationDays * dayInMs);

/** Minimum time between two sends of an invitation, in milliseconds (GAP-78). */
export const remindAfterMs = 60 * 60 * 1_000;

/** Returns when an invitation that was sent at `inviteDate` can be sent again; null for immediately. */
export function remindableAt(inviteDate: Date | null, now: Date): Date | null {
  const at = inviteDate === null ? now : new Date(inviteDate.getTime() + remindAfterMs);
  return at > now ? at : null;
}
