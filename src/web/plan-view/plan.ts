import type { KnownPerson } from '../../domain/questionnaire/answering/filled-in.ts';
import type { StoredPlan } from '../../domain/questionnaire/reading/present.ts';

/** Owner of a plan, with the facts that the questionnaire needs. */
export type PlanPerson = KnownPerson & {
  id: string;
  /** Name of the care provider, for its customers. */
  provider: string | null;
  for_my_self: boolean;
  account_owner: string;
};

/** Plan in force, as sent by the server. `version` counts saves; `plan_version` counts signed states. */
export type Plan = StoredPlan & {
  id: string;
  user_id: string;
  version: number;
  plan_version: number;
  locked: boolean;
  share_date: string | null;
  completed_at: string | null;
  created_at: string;
  updated_at: string;
  user: PlanPerson;
};

/** Plan in the response of a save: everything except the person. */
export type SavedPlan = Omit<Plan, 'user' | 'user_id'>;
