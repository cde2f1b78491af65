import { sql } from 'kysely';
import { isDuplicateRecord } from '../../../db/duplicate-record.ts';
import { planStateOf, type PlanState } from '../../../../domain/integrations/plan-state.ts';

/** Columns about the plan of a link, from the tables `link` and `acps`, which may both be missing. */
export const planColumns = sql`
  acps.status as plan_status, acps.locked as plan_locked, acps.external as plan_external,
  acps.plan_version, ${isDuplicateRecord('link.user_id')} as is_of_duplicate, link.id as link_id, link.sent_version, link.sent_at, link.withdrawn_at, link.failure,
  link.id is not null and exists (
    select 1 from integration_sync_lines line join integration_syncs sync on sync.id = line.sync_id
    where line.link_id = link.id and sync.state = 'running' and line.state in ('waiting', 'sending')) as is_waiting`;

export type PlanRow = {
  plan_status: 'draft' | 'complete' | null;
  plan_locked: boolean | null;
  plan_external: boolean | null;
  plan_version: number | null;
  is_of_duplicate: boolean;
  link_id: string | null;
  sent_version: number | null;
  sent_at: Date | null;
  withdrawn_at: Date | null;
  failure: string | null;
  is_waiting: boolean;
};

/** Returns the state of the plan of a row. */
export const planOfRow = (row: PlanRow): PlanState =>
  planStateOf({
    plan:
      row.plan_status === null
        ? null
        : {
            status: row.plan_locked ? 'locked' : row.plan_status,
            version: row.plan_version ?? 0,
            isExternal: row.plan_external ?? false,
          },
    link:
      row.link_id === null
        ? null
        : {
            sentVersion: row.sent_version,
            sentAt: row.sent_at,
            withdrawnAt: row.withdrawn_at,
            failure: row.failure,
          },
    isOfDuplicate: row.is_of_duplicate,
    isWaiting: row.is_waiting,
  });
