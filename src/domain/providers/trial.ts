import { daysAfter, type IsoDate } from '../fields.ts';

/** Days of a new provider's trial (GAP-108). */
const trialDays = 30;

/**
 * When the trial of a new provider ends; null for none. A root provider without a payment plan has one. Below it what stands above
 * counts: a trial of its own would begin that of the tree again, or end where the root pays.
 */
export const trialOfNewProvider = (
  { parentId, subscriptionId }: { parentId: string | null; subscriptionId: string | null },
  today: IsoDate,
): IsoDate | null => (parentId === null && subscriptionId === null ? daysAfter(today, trialDays) : null);
