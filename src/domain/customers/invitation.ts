/** An invitation can be accepted for this many days after it was sent, the last time (GAP-03). */
export const invitationDays = 30;

const dayInMs = 24 * 60 * 60 * 1_000;

/** When an invitation that was sent then is over. */
export const invitationOver = (sent: Date): Date => new Date(sent.getTime() + invitationDays * dayInMs);

/** An invitation can be sent again when this many milliseconds have passed since it was sent (GAP-78). */
export const remindAfterMs = 60 * 60 * 1_000;
