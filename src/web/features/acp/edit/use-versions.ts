import type { ListRequest } from '../../../../domain/lists/request.ts';
import { planVersionList } from '../../../../domain/lists/plan-versions.ts';
import { argumentsOf } from '../../../../domain/lists/query.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useRead } from '../../../api/use-read.ts';

const Versions = graphql(`
  query getRevisionAcps($user_id: ID!, $offset: Int, $limit: Int) {
    getRevisionAcps(user_id: $user_id, offset: $offset, limit: $limit) {
      count
      count_is_exact
      data {
        id
        plan_version
        updated_at
      }
    }
  }
`);

/** A page of the earlier signed states of a plan, newest first. */
export type PlanVersions = ResultOf<typeof Versions>['getRevisionAcps'];

/** Returns the earlier signed states of a plan, newest first; undefined while they are loading, or if they failed to load. */
export function useVersions(
  userId: string,
  request: ListRequest<typeof planVersionList>,
): PlanVersions | undefined {
  const asked = argumentsOf(planVersionList, request);
  return useRead(Versions, { user_id: userId, ...asked }, { refresh: true }).data?.getRevisionAcps;
}
