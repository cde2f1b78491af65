import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';

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
  return useRead(Versions, { user_id: userId }, { refresh: true }).data?.getRevisionAcps;
}
