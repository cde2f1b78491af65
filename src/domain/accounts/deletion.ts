import { daysAfter, type IsoDate } from '../fields.ts';

/** Grace period of a requested deletion of an account, in days (D-19). */
export const graceDays = 30;

/** Number of days between the reminder and the deletion. */
export const reminderDays = 3;

/** Number of days for which a copy of all data can be downloaded. */
export const exportDays = 7;

/** Word that must be typed to delete an account, in every language. */
export const deletionWord = 'DELETE';

/** Returns the Melbourne date on which an account is deleted whose owner requested it on a Melbourne date. */
export const deletionDate = (today: IsoDate): IsoDate => daysAfter(today, graceDays);

/** Returns the last deletion date for which a reminder is due on a Melbourne date. */
export const lastToRemind = (today: IsoDate): IsoDate => daysAfter(today, reminderDays);
