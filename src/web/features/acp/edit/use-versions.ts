import type { ListRequest } from '../../../../domain/lists/request.ts';
import { planVersionList } from '../../../../domain/lists/definitions/plan-versions.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { useListRead } from '../../../lists/use-list-read.ts';

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
  const more = { user_id: userId };
  return useListRead(planVersionList, request, Versions, { more }).data?.getRevisionAcps;
}
