import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../../api/graphql.ts';

const Versions = graphql(`
  query getRevisionAcps($user_id: ID!) {
    getRevisionAcps(user_id: $user_id) {
      id
      plan_version
      updated_at
    }
  }
`);

/** An earlier signed state of a plan. */
export type PlanVersion = ResultOf<typeof Versions>['getRevisionAcps'][number];

/** The earlier signed states of a plan, newest first; undefined while they are read, or when they cannot be. */
export function useVersions(userId: string): readonly PlanVersion[] | undefined {
  const variables = useMemo(() => ({ user_id: userId }), [userId]);
  const [{ data }] = useQuery({ query: Versions, variables, requestPolicy: 'cache-and-network' });
  return data?.getRevisionAcps;
}
