import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useClient, useQuery, type Client } from 'urql';
import { apiError, type ApiError } from '../api/errors.ts';
import type { Plan, SavedPlan } from './plan.ts';
import { ActivePlan, planVariables } from '../features/questionnaire/saving/plan-api.ts';

/** The newest state that this browser has seen. It stays when a later reading fails. */
const newest = new WeakMap<Client, Plan>();
const listeners = new Set<() => void>();

/** Notes a newer state of the plan, so that no page goes on from an older one. */
export function notePlan(client: Client, plan: Plan): void {
  newest.set(client, plan);
  for (const listener of listeners) listener();
}

/** A plan after a save: the person stays the same. */
export function afterSave(plan: Plan, saved: SavedPlan): Plan {
  return { ...plan, ...saved };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type PlanReading = {
  plan: Plan | undefined;
  error: ApiError | undefined;
  reading: boolean;
  readAgain: () => void;
};

/** The plan of the person who is signed in, as new as this browser knows it. */
export function usePlan(userId: string): PlanReading {
  const client = useClient();
  const variables = useMemo(() => planVariables(userId), [userId]);
  const [{ data, error, fetching }, read] = useQuery({
    query: ActivePlan,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const noted = useSyncExternalStore(subscribe, () => newest.get(client));
  const queried = data?.getActiveAcpsByUserId[0];
  const known = noted?.user_id === userId ? noted : undefined;
  const isNewer = known && (!queried || known.id !== queried.id || known.version > queried.version);
  useEffect(() => {
    if (queried && !isNewer && queried !== known) notePlan(client, queried);
  }, [client, queried, isNewer, known]);
  const readAgain = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  return { plan: isNewer ? known : queried, error: apiError(error), reading: fetching, readAgain };
}
