import { useEffect, useSyncExternalStore } from 'react';
import type { Client } from 'urql';
import { currentDefinition } from '../../domain/questionnaire/definition.ts';
import { call } from '../api/call.ts';
import { currentClient } from '../api/client.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { mapFound, useRead, type Read } from '../api/use-read.ts';
import type { Plan, SavedPlan } from './plan.ts';

const ActivePlan = graphql(`
  query getActiveAcpsByUserId($user_id: ID!, $definition: Int!) {
    getActiveAcpsByUserId(user_id: $user_id) {
      id
      user_id
      status
      version
      plan_version
      locked
      answers
      definition_version
      signed_sections(definition_version: $definition)
      share_date
      completed_at
      created_at
      updated_at
      user {
        id
        first_name
        last_name
        dob
        gender
        postcode
        provider
        for_my_self
        account_owner
      }
    }
  }
`);

/** What a plan is read by. The server adds the words that were signed where this definition has other ones. */
const planVariables = (userId: string) => ({ user_id: userId, definition: currentDefinition.version });

// What the answers hold is checked by the server.
const planIn = (data: ResultOf<typeof ActivePlan>) => data.getActiveAcpsByUserId[0] as Plan | undefined;

/** The newest state that this browser has seen. It stays when a later reading fails. */
const newest = new WeakMap<Client, Plan>();
const listeners = new Set<() => void>();

/** Notes a newer state of the plan, so that no page goes on from an older one. */
export function notePlan(plan: Plan): void {
  newest.set(currentClient(), plan);
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

/** The plan of the person who is signed in, as new as this browser knows it. */
export function usePlan(userId: string): Read<Plan> {
  const client = currentClient();
  const read = mapFound(useRead(ActivePlan, planVariables(userId), { refresh: true }), planIn);
  const noted = useSyncExternalStore(subscribe, () => newest.get(client));
  const queried = read.data;
  const known = noted?.user_id === userId ? noted : undefined;
  const isNewer = known && (!queried || known.id !== queried.id || known.version > queried.version);
  useEffect(() => {
    if (queried && !isNewer && queried !== known) notePlan(queried);
  }, [queried, isNewer, known]);
  return { ...read, data: isNewer ? known : queried };
}

/** Reads the plan as it is saved now. Throws ApiError. */
export async function readPlan(userId: string): Promise<Plan | undefined> {
  return planIn(await call(ActivePlan, planVariables(userId)));
}
