import type { Plan } from './plan.ts';

/** The plan after an edit. */
export type Confirmed = Pick<Plan, 'plan_version' | 'updated_at'>;

let confirmed: Confirmed | undefined;

/** Notes that an edit was confirmed, for the page that reports it. */
export function noteConfirmed(plan: Confirmed): void {
  confirmed = plan;
}

/** Returns the edit that was just confirmed and is not reported yet. */
export const justConfirmed = (): Confirmed | undefined => confirmed;

/** Call it after the edit was reported. */
export function forgetConfirmed(): void {
  confirmed = undefined;
}
