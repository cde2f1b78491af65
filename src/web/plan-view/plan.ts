import type { KnownPerson } from '../../domain/questionnaire/answering/filled-in.ts';
import type { StoredPlan } from '../../domain/questionnaire/reading/present.ts';

/** The person a plan is of, as the questionnaire needs them. */
export type PlanPerson = KnownPerson & {
  id: string;
  /** The care provider's name, for customers of one. */
  provider: string | null;
  for_my_self: boolean;
  account_owner: string;
};

/** The plan in force, as the server gives it. `version` counts saves; `plan_version` counts signed states. */
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

/** What a save answers about the plan: everything but the person. */
export type SavedPlan = Omit<Plan, 'user' | 'user_id'>;
