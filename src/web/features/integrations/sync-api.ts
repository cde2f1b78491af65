import type { PlanState } from '../../../domain/integrations/plan-state.ts';
import { pathWith, rest } from '../../api/fetch/rest.ts';
import { useCall } from '../../api/use-call.ts';
import type { Read } from '../../api/use-read.ts';

type Name = { id: string; first_name: string | null; last_name: string | null };

/** The last run that sends the plans of all linked residents. */
export type Sync = {
  id: string;
  state: 'running' | 'stopped' | 'done';
  total: number;
  /** Plans that were sent, or were up to date; without those that failed. */
  done: number;
  failed: number;
  started_at: string;
  ended_at: string | null;
};

export type SyncStatus = {
  sync: Sync | null;
  failed: { resident_id: string; customer: Name | null; failure: string | null }[];
};

/** Reads the state of the last sync. It is repeated while one runs, without keeping the session alive. */
export function useSyncStatus(providerId: string): Read<SyncStatus> {
  const path = pathWith('/api/integrations/ecase/batch-sync-status', { provider_id: providerId });
  return useCall(path, () => rest<SyncStatus>(path, { unattended: true }), { keeps: true });
}

/** Starts or stops a sync, or sends the plans again that were not sent. @throws ApiError */
export const changeSync = (provider_id: string, action: 'start' | 'stop' | 'retry'): Promise<SyncStatus> =>
  rest('/api/integrations/ecase/batch-sync', { method: 'POST', input: { provider_id, action } });

/** Sends the plan of one resident now. @throws ApiError */
export const sendPlan = (provider_id: string, resident_id: string): Promise<{ plan: PlanState }> =>
  rest('/api/integrations/ecase/sync-acp', { method: 'POST', input: { provider_id, resident_id } });

/** A link to a resident who is no longer active. */
export type LeftLink = { link_id: string; resident_id: string; name: string; customer: Name | null };

/** Links to remove, and removals that can be undone. */
export type Cleanup = {
  found: LeftLink[];
  done: { cleanup_id: string; at: string; count: number }[];
};

/**
 * Finds links to residents who are no longer active. With `links` it removes exactly these; with `undo` it gives those of an
 * earlier removal back. @throws ApiError
 */
export const cleanUp = (
  provider_id: string,
  change: { links?: readonly string[]; undo?: string } = {},
): Promise<Cleanup> =>
  rest('/api/integrations/ecase/system-cleanup', { method: 'POST', input: { provider_id, ...change } });
