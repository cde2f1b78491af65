import { sql } from 'kysely';
import type { SendFailure } from '../../../db/tables/integrations.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** How far the last sync of a connection is, and the plans that it did not send. */
export type SyncStatus = {
  sync: {
    id: string;
    state: 'running' | 'stopped' | 'done';
    total: number;
    done: number;
    failed: number;
    started_at: Date;
    ended_at: Date | null;
  } | null;
  failed: {
    resident_id: string;
    customer: { id: string; first_name: string | null; last_name: string | null };
    failure: SendFailure;
  }[];
};

/** Maximum number of failures that are listed. */
const failedAtMost = 50;

/** Loads the state of the last sync; `sync` is null if there was none. */
export async function findSyncStatus(tx: Tx, integrationId: string | null): Promise<SyncStatus> {
  if (integrationId === null) return { sync: null, failed: [] };
  const sync = await tx
    .selectFrom('integration_syncs')
    .select(['id', 'state', 'total', 'done', 'failed', 'started_at', 'ended_at'])
    .where('integration_id', '=', integrationId)
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!sync) return { sync: null, failed: [] };
  const rows =
    sync.failed === 0
      ? []
      : await tx
          .selectFrom('integration_sync_lines as line')
          .innerJoin('integration_links as link', 'link.id', 'line.link_id')
          .innerJoin('users as u', 'u.id', 'link.user_id')
          .select(['link.resident_id', 'u.id', 'u.first_name', 'u.last_name'])
          .select(sql<SendFailure>`line.failure`.as('failure'))
          .where('line.sync_id', '=', sync.id)
          .where('line.state', '=', 'failed')
          .orderBy('u.last_name')
          .orderBy('u.first_name')
          .orderBy('line.link_id')
          .limit(failedAtMost)
          .execute();
  const failed = rows.map(({ resident_id, failure, ...customer }) => ({ resident_id, customer, failure }));
  return { sync, failed };
}
