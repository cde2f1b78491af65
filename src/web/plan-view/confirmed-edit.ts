import type { Plan } from './plan.ts';

/** The plan as an edit has just left it. */
export type Confirmed = Pick<Plan, 'plan_version' | 'updated_at'>;

let confirmed: Confirmed | undefined;

/** Notes that an edit was confirmed, for the page that says so. */
export function noteConfirmed(plan: Confirmed): void {
  confirmed = plan;
}

/** The edit that was confirmed a moment ago and not spoken of yet. */
export const justConfirmed = (): Confirmed | undefined => confirmed;

/** It was said. */
export function forgetConfirmed(): void {
  confirmed = undefined;
}
