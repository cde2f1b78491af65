import { daysAfter, type IsoDate } from '../fields.ts';

/** How many days a person has to change their mind about deleting their account (D-19). */
export const graceDays = 30;

/** How many days before it is deleted a person is reminded. */
export const reminderDays = 3;

/** How many days a copy of everything can be downloaded. */
export const exportDays = 7;

/** What must be typed to delete an account, in every language. */
export const deletionWord = 'DELETE';

/** The Melbourne date on which an account is deleted whose owner asked for it on a Melbourne date. */
export const deletionDate = (today: IsoDate): IsoDate => daysAfter(today, graceDays);

/** The last deletion date that a reminder is due for on a Melbourne date. */
export const lastToRemind = (today: IsoDate): IsoDate => daysAfter(today, reminderDays);
