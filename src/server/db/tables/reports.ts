import type { Generated, GeneratedAlways } from 'kysely';
import type { AccountStatus } from '../../../domain/customers/status.ts';
import type { DateOnly } from './column-types.ts';

/** Written by database triggers only, never by the application. */
export interface CustomerMilestonesTable {
  user_id: string;
  provider_id: string | null;
  status: AccountStatus;
  joined_on: DateOnly;
  started_on: DateOnly | null;
  completed_on: DateOnly | null;
  external: Generated<boolean>;
  changed_on: Generated<DateOnly[]>;
}

/** Numbers of customers of a status by month. */
export interface ReportMonthTotalsTable {
  status: AccountStatus;
  month: DateOnly;
  joined: Generated<number>;
  started: Generated<number>;
  finished: Generated<number>;
  completed: Generated<number>;
  external: Generated<number>;
  changed: Generated<number>;
  days_7: Generated<number>;
  days_28: Generated<number>;
  days_90: Generated<number>;
  days_more: Generated<number>;
}

export interface ReportMonthsTable extends ReportMonthTotalsTable {
  provider_id: string | null;
}

export interface ReportMonthChangesTable extends ReportMonthsTable {
  id: GeneratedAlways<number>;
}

/** One row: how far customers of before the roll-up were added to it. */
export interface ReportFillTable {
  id: Generated<boolean>;
  after: Generated<string>;
  done_at: Date | null;
}

/** Written by database triggers only, never by the application. */
export interface PlanEntriesTable {
  id: Generated<string>;
  user_id: string;
  seq: number;
  provider_id: string | null;
  at: Date;
  actor_id: string | null;
  event: string | null;
}

export interface AuditChecksTable {
  id: GeneratedAlways<number>;
  started_at: Date;
  checked_at: Date;
  entries: number;
  broken_chains: number;
  first_entry: number | null;
}
