import type { IsoDate } from '../../fields.ts';

/** Outcomes of a conversation about planning ahead, in the order of the buttons (N-07). */
export const conversationOutcomes = ['offered', 'talked', 'not_now', 'declined', 'looked_again'] as const;
export type ConversationOutcome = (typeof conversationOutcomes)[number];

/** The customer's response to the record of a conversation. */
export const conversationAnswers = ['right', 'not_right'] as const;
export type ConversationAnswer = (typeof conversationAnswers)[number];

/** Time for which the staff member who recorded a conversation can take it back, in milliseconds. */
const takeBackMs = 10 * 60_000;

/** Returns the end of the time in which a conversation can be taken back. The customer is notified after it. */
export const conversationTakeBackEnds = (recordedAt: Date): Date =>
  new Date(recordedAt.getTime() + takeBackMs);

/** A conversation, as far as it decides who can take it back. */
export type RecordedConversation = {
  recorded_by: string | null;
  recorded_at: Date;
  answer: ConversationAnswer | null;
};

/** Returns why a staff member cannot undo a conversation; null if they can. The customer's response is kept. */
export function takeBackProblem(
  { recorded_by, recorded_at, answer }: RecordedConversation,
  staffId: string,
  now: Date,
): 'error.conversation.tooLate' | 'error.conversation.answered' | null {
  if (recorded_by !== staffId || conversationTakeBackEnds(recorded_at) <= now)
    return 'error.conversation.tooLate';
  return answer === null ? null : 'error.conversation.answered';
}

/** Whether a conversation is evidence: counted in reports, exported, due again. One that the customer says is not right is none. */
export const isEvidence = ({ answer }: { answer: ConversationAnswer | null }): boolean =>
  answer !== 'not_right';

/** Returns the date with the same month and day in another year; `leap` replaces 29 February in a common year. */
function inYear(iso: IsoDate, years: number, leap: '02-28' | '03-01'): IsoDate {
  const year = Number(iso.slice(0, 4)) + years;
  const isLeap = new Date(Date.UTC(year, 2, 0)).getUTCDate() === 29;
  const day = iso.slice(5) === '02-29' && !isLeap ? leap : iso.slice(5);
  return `${String(year).padStart(4, '0')}-${day}`;
}

/** Returns the first day on which reminders are sent again after a customer declined. */
export const declinedUntil = (declinedOn: IsoDate): IsoDate => inYear(declinedOn, 1, '03-01');

/** Returns the last day whose declined conversations no longer hold reminders today: those after it do. */
export const declinedBefore = (today: IsoDate): IsoDate => inYear(today, -1, '02-28');

/** Whether a customer who declined on a day gets no reminder today; null for a customer who did not decline. */
export const isHeldSince = (declinedOn: IsoDate | null, today: IsoDate): boolean =>
  declinedOn !== null && declinedUntil(declinedOn) > today;

/** A conversation, as far as it decides about reminders. */
export type HoldingConversation = {
  outcome: ConversationOutcome;
  held_on: IsoDate;
  answer: ConversationAnswer | null;
};

/**
 * Returns the first day on which reminders are sent again; null if none are held today. A conversation that the customer declined
 * holds them for a year, whatever is recorded after it, unless the customer says that the record is not right.
 */
export function remindersHeldUntil(
  conversations: readonly HoldingConversation[],
  today: IsoDate,
): IsoDate | null {
  const ends = conversations
    .filter((conversation) => conversation.outcome === 'declined' && isEvidence(conversation))
    .filter(({ held_on }) => isHeldSince(held_on, today))
    .map(({ held_on }) => declinedUntil(held_on))
    .toSorted();
  return ends.at(-1) ?? null;
}

/** Whether no reminder is sent to a customer today. */
export const isReminderHeld = (conversations: readonly HoldingConversation[], today: IsoDate): boolean =>
  remindersHeldUntil(conversations, today) !== null;

/** Earliest day of a conversation that is recorded today: two years ago. */
export const earliestConversation = (today: IsoDate): IsoDate => inYear(today, -2, '02-28');

/** Latest next day of a conversation: two years from today. */
export const latestNextDay = (today: IsoDate): IsoDate => inYear(today, 2, '03-01');

/** A conversation, as far as it decides the day of the next one. */
export type PlanningConversation = HoldingConversation & { recorded_at: Date; next_on: IsoDate | null };

/**
 * Returns the day of the next conversation with a customer: that of the newest conversation, which replaces the day of an earlier
 * one. Null if it has none, and while the customer gets no reminders.
 */
export function nextDayOf(conversations: readonly PlanningConversation[], today: IsoDate): IsoDate | null {
  if (isReminderHeld(conversations, today)) return null;
  const newest = conversations
    .filter(isEvidence)
    .toSorted(
      (one, other) =>
        one.held_on.localeCompare(other.held_on) || one.recorded_at.getTime() - other.recorded_at.getTime(),
    )
    .at(-1);
  return newest?.next_on ?? null;
}
