import type { Tx } from '../../../pipeline/context.ts';

/** Result of a sync that ended by itself, for the staff member who began it. */
export type SyncResult = {
  startedBy: string;
  provider_id: string;
  done: number;
  total: number;
  failed: number;
};

/** Loads the result of a sync; null if no staff member began it, or it is gone. */
export async function findSyncResult(tx: Tx, syncId: string): Promise<SyncResult | null> {
  const row = await tx
    .selectFrom('integration_syncs as s')
    .innerJoin('provider_integrations as i', 'i.id', 's.integration_id')
    .innerJoin('users as starter', 'starter.id', 's.started_by')
    .select(['s.started_by', 'i.provider_id', 's.done', 's.total', 's.failed'])
    .where('s.id', '=', syncId)
    .where('s.state', '=', 'done')
    .where('starter.status', '=', 'active')
    .executeTakeFirst();
  if (!row || row.started_by === null) return null;
  const { started_by: startedBy, ...result } = row;
  return { startedBy, ...result };
}
