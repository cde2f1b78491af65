import { currentDefinition } from '../../../../domain/questionnaire/definition.ts';
import { graphql } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';

const SignedVersion = graphql(`
  query getRevisionAcp($user_id: ID!, $plan_version: Int!, $next: Int!, $definition: Int!) {
    version: getRevisionAcp(user_id: $user_id, plan_version: $plan_version) {
      id
      user_id
      status
      version
      plan_version
      locked
      external
      language
      answers
      definition_version
      signed_sections(definition_version: $definition)
      completed_at
      updated_at
      user {
        id
        first_name
        last_name
        dob
        provider
        for_my_self
        account_owner
      }
    }
    next: getRevisionAcp(user_id: $user_id, plan_version: $next) {
      id
      plan_version
      updated_at
    }
  }
`);

/** A signed version, with the number and date of the version that replaced it. */
export type SignedVersion = {
  plan: ActivePlan;
  replaced: { by: number; at: string };
};

/** Returns one signed version of a plan by its number, as it was signed; null if there is none. `active` is the one in force. */
export function useVersion(
  active: ActivePlan,
  version: number,
  { pause = false } = {},
): Read<SignedVersion | null> {
  const read = useRead(
    SignedVersion,
    {
      user_id: active.user_id,
      plan_version: version,
      next: version + 1,
      definition: currentDefinition.version,
    },
    { pause },
  );
  return mapRead(read, (data) => {
    const plan = data.version[0] as ActivePlan | undefined;
    const { plan_version: by, updated_at: at } = data.next[0] ?? active;
    return plan ? { plan, replaced: { by, at } } : null;
  });
}

/** Returns the version number in an address, from 1 on; undefined if it has none. */
export function versionOf(named: unknown): number | undefined {
  return typeof named === 'string' && /^[1-9]\d{0,6}$/.test(named) ? Number(named) : undefined;
}
