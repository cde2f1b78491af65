import { useMay } from '../../app/allowed.tsx';
import type { Plan } from '../plan.ts';
import { closedBy, type Closed } from './edit-mode.ts';

/** Returns why the user of this page cannot change a plan; undefined if they can. */
export function useClosed(plan: Pick<Plan, 'status' | 'locked'>): Closed | undefined {
  return closedBy(plan, useMay('plan.sign'));
}
