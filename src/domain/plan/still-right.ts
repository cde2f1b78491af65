import { melbourneDate, type IsoDate } from '../fields.ts';
import { signedDays } from './signed-days.ts';

type SignedPlan = {
  plan_version: number;
  still_right_at: Date | null;
  still_right_version: number | null;
} & Parameters<typeof signedDays>[0];

/**
 * Returns the day in Melbourne on which the person said that the signed plan is still right. Null if they did not say it of this
 * version, or only on the day of the version itself, which it would repeat.
 */
export function stillRightOn(plan: SignedPlan): IsoDate | null {
  const { plan_version, still_right_at, still_right_version } = plan;
  if (still_right_at === null || still_right_version !== plan_version) return null;
  const { signed, changed = signed } = signedDays(plan);
  const day = melbourneDate(still_right_at);
  return day > changed ? day : null;
}
