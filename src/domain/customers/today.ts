import { daysAfter, type IsoDate } from '../fields.ts';

/** Reasons why a resident needs staff today, the most urgent first (N-01). */
export const needKinds = ['emergency', 'papers', 'decider', 'lapsing', 'none', 'again'] as const;
export type NeedKind = (typeof needKinds)[number];

/** Number of residents who are listed for each reason. The others are only counted. */
export const shownPerNeed = 3;

/** Maximum number of residents who are listed for a reason on request. */
export const shownOnRequest = 100;

/** A resident without a plan is new for this number of days. */
export const newForDays = 30;

/** A decision maker who has not answered for this number of days needs a reminder. */
export const answerWithinDays = 7;

/** A refusal by a contact is shown for this number of days. */
export const declinedForDays = 30;

/** Returns the first day of openings that are shown: yesterday. */
export const openingsSince = (today: IsoDate): IsoDate => daysAfter(today, -1);
