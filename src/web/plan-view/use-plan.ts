import { useEffect, useSyncExternalStore } from 'react';
import type { Client } from 'urql';
import { currentDefinition } from '../../domain/questionnaire/definition.ts';
import { call } from '../api/call.ts';
import { currentClient } from '../api/client.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { mapFound, useRead, type Read } from '../api/use-read.ts';
import { savedPlanText } from '../early/plan-questions.ts';
import type { Plan, SavedPlan } from './plan.ts';

const ActivePlan = graphql(savedPlanText);

/** Returns the variables to read a plan. The server adds the signed words if this definition has different ones. */
const planVariables = (userId: string) => ({ user_id: userId, definition: currentDefinition.version });

// The server checks the content of the answers.
const planIn = (data: ResultOf<typeof ActivePlan>) => data.getActiveAcpsByUserId[0] as Plan | undefined;

/** Newest state that this browser has seen. It is kept if a later read fails. */
const newest = new WeakMap<Client, Plan>();
const listeners = new Set<() => void>();

/** Notes a newer state of the plan, so that no page uses an older one. */
export function notePlan(plan: Plan): void {
  newest.set(currentClient(), plan);
  for (const listener of listeners) listener();
}

/** Returns the plan after a save: the person stays the same. */
export function afterSave(plan: Plan, saved: SavedPlan): Plan {
  return { ...plan, ...saved };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the plan of the signed-in person, in the newest state that this browser knows. */
export function usePlan(userId: string): Read<Plan> {
  const client = currentClient();
  const read = mapFound(useRead(ActivePlan, planVariables(userId), { refresh: true }), planIn);
  const noted = useSyncExternalStore(
    subscribe,
    () => newest.get(client),
    () => undefined,
  );
  const queried = read.data;
  const known = noted?.user_id === userId ? noted : undefined;
  const isNewer = known && (!queried || known.id !== queried.id || known.version > queried.version);
  useEffect(() => {
    if (queried && !isNewer && queried !== known) notePlan(queried);
  }, [queried, isNewer, known]);
  return { ...read, data: isNewer ? known : queried };
}

/** Reads the saved plan from the server. Throws ApiError. */
export async function readPlan(userId: string): Promise<Plan | undefined> {
  return planIn(await call(ActivePlan, planVariables(userId)));
}
