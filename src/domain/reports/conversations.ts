import type { ConversationOutcome } from '../customers/conversations/conversations.ts';
import { daysAfter, type IsoDate } from '../fields.ts';

/** Outcomes by the action of the aged care standards that they show: planning ahead, and going on with it (N-07). */
export const outcomesOf = {
  '3.1.6': ['offered', 'talked', 'not_now', 'declined'],
  '5.7.2': ['looked_again'],
} as const satisfies Record<string, readonly ConversationOutcome[]>;

export type StandardAction = keyof typeof outcomesOf;

export const standardActions = Object.keys(outcomesOf) as StandardAction[];

/** Days from today on which a next conversation is listed as due. */
export const dueWithinDays = 28;

/**
 * Most residents among whom the next conversations are listed, and of one house of whom those without a conversation are counted: both
 * read the conversations of each resident.
 */
export const residentsRead = 5_000;

/** Returns the last day up to which next conversations are listed, `dueWithinDays` after today. */
export const dueUntil = (today: IsoDate): IsoDate => daysAfter(today, dueWithinDays);
