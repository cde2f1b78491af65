import { useMay } from '../../app/allowed.tsx';
import type { Plan } from '../plan.ts';
import { closedBy, type Closed } from './edit-mode.ts';

/** Why nothing in a plan can be changed by who is there; undefined when it can. */
export function useClosed(plan: Pick<Plan, 'status' | 'locked'>): Closed | undefined {
  return closedBy(plan, useMay('plan.sign'));
}
