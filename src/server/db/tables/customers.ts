import type { Generated, GeneratedAlways } from 'kysely';
import type {
  ConversationAnswer,
  ConversationOutcome,
} from '../../../domain/customers/conversations/conversations.ts';
import type { HandReceiver } from '../../../domain/customers/hospital/hand-receivers.ts';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { PlanProgress } from '../../../domain/customers/plan-state.ts';
import type { InvitationKind } from '../../../domain/events.ts';
import type { DateOnly, Moment, MomentDefault } from './column-types.ts';

/** Written by database triggers only, never by the application. */
export interface CustomerListTable {
  user_id: string;
  provider_id: string | null;
  status: AccountStatus;
  plan: PlanProgress;
  locked: boolean;
  review: boolean;
  latest_update: Date | null;
  created_at: Date;
  sort_name: string;
  search: string;
  invite_date: Date | null;
  trial_end_date: DateOnly | null;
  removal_on: DateOnly | null;
  /** `room_sort` of the room; '1' for a customer without one. */
  sort_room: Generated<string>;
  has_conversation: Generated<boolean>;
  plan_since: Moment | null;
  back_since: Moment | null;
}

export interface CustomerCountsTable {
  provider_id: string | null;
  status: AccountStatus;
  plan: PlanProgress;
  customers: number;
}

/** Written by database triggers only, never by the application. */
export interface CustomerTotalsTable {
  status: AccountStatus;
  plan: PlanProgress;
  customers: number;
}

export interface CustomerCountChangesTable {
  id: GeneratedAlways<number>;
  provider_id: string | null;
  status: AccountStatus;
  plan: PlanProgress;
  change: number;
  added_at: Generated<Date>;
}

export interface HeldInvitationsTable {
  user_id: string;
  invitation_id: string;
  kind: InvitationKind;
  created_at: MomentDefault;
}

export interface ConversationsTable {
  id: Generated<string>;
  user_id: string;
  /** House of the customer when it was recorded. */
  provider_id: string | null;
  outcome: ConversationOutcome;
  held_on: DateOnly;
  next_on: DateOnly | null;
  recorded_by: string | null;
  recorded_at: Moment;
  answer: ConversationAnswer | null;
  answered_at: Moment | null;
}

export interface CustomerMovesTable {
  /** The same for all customers moved in one call. */
  id: string;
  user_id: string;
  from_provider_id: string | null;
  to_provider_id: string | null;
  /** End of the trial before the move. */
  trial_end_date: DateOnly | null;
  /** Room before the move. */
  room: string | null;
  moved_by: string | null;
  moved_at: Moment;
  undone_at: Moment | null;
}

/** Two records that may be of one person; written by triggers. */
export interface DuplicatePairsTable {
  first_id: string;
  second_id: string;
  root_id: string;
  by_name: boolean;
  by_medicare: boolean;
  by_customer_id: boolean;
  found_at: MomentDefault;
  /** When staff said that they are two people; null otherwise. */
  set_aside_at: Moment | null;
  set_aside_by: string | null;
}

/** Archived records of a person, each with the record that is kept instead. */
export interface DuplicateLinksTable {
  archived_id: string;
  kept_id: string;
  linked_at: Moment;
  linked_by: string | null;
}

export interface HospitalStaysTable {
  id: Generated<string>;
  user_id: string;
  began_at: Moment;
  /** When staff recorded that the customer is back; null during the stay. */
  back_at: Moment | null;
  /** When staff reviewed the plan after the stay. */
  looked_at: Moment | null;
}

export interface PlanHandingsTable {
  id: Generated<string>;
  user_id: string;
  stay_id: string;
  staff_id: string | null;
  receiver: HandReceiver;
  /** The receiver in the words of staff, for other. */
  receiver_sealed: Buffer | null;
  handed_at: Moment;
  created_at: Moment;
}
