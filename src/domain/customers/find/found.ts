import type { IsoDate } from '../../fields.ts';
import type { PlanState } from '../plan-state.ts';
import type { AccountStatus } from '../status.ts';

/** Why a customer is not among the current ones: archived, of an archived provider, or to be removed. */
export const setAsides = ['none', 'archived', 'archived_house', 'removing'] as const;

export type FoundResident = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  room: string | null;
  provider_id: string | null;
  provider: string | null;
  birth_date: IsoDate | null;
  plan_state: PlanState;
  customer_status: AccountStatus;
  set_aside: (typeof setAsides)[number];
};
