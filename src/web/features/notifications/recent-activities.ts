import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

const RecentActivities = graphql(`
  query recentActivities($limit: Int) {
    recentActivities(limit: $limit) {
      id
      template
      metadata
      user_id
      created_at
      of_customer
      user {
        id
        first_name
        last_name
      }
      actor {
        id
        first_name
        last_name
      }
    }
  }
`);

/** Number of activity lines on a dashboard (DASH-17). */
const activityLimit = 4;

/** A line of the recent activity. */
export type Activity = ResultOf<typeof RecentActivities>['recentActivities'][number];

/**
 * Reads the newest activities. They are read again after a saved plan, a changed person, a new card, and an added or removed file
 * (DASH-18, API-08).
 */
export function useRecentActivities(): Read<readonly Activity[]> {
  const types = ['RecentActivity', 'UserAcp', 'AcpUser', 'EmergencyCard', 'File'];
  const read = useRead(RecentActivities, { limit: activityLimit }, { refresh: true, types });
  return mapRead(read, ({ recentActivities }) => recentActivities);
}

/**
 * Reads the newest activities again after a customer was changed (DASH-19). If this fails, the dashboard reads them later by
 * itself.
 */
export function refreshRecentActivities(): void {
  call(RecentActivities, { limit: activityLimit }).catch(() => {});
}
