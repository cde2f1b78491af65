import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../api/graphql.ts';

const PersonOnDashboard = graphql(`
  query getUserById($id: ID!) {
    getUserById(id: $id) {
      id
      health_record_confirm_date
      file_counts {
        ACP
        ADDITIONAL_DOCUMENT
        WISHES
      }
    }
  }
`);

const RecentActivities = graphql(`
  query recentActivities($limit: Int) {
    recentActivities(limit: $limit) {
      id
      template
      metadata
      user_id
      created_at
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

/** How many lines of activity a dashboard shows (DASH-17). */
const activityLimit = 4;

/** What the cards of the dashboard say about the person: numbers of files, and the day of the health record. */
export function usePersonOnDashboard(id: string) {
  const variables = useMemo(() => ({ id }), [id]);
  const [{ data }] = useQuery({ query: PersonOnDashboard, variables, requestPolicy: 'cache-and-network' });
  return data?.getUserById;
}

/** The newest activities. A saved plan, a changed person and a new card make it read again (DASH-18, API-08). */
export function useRecentActivities() {
  const variables = useMemo(() => ({ limit: activityLimit }), []);
  const context = useMemo(
    () => ({ additionalTypenames: ['RecentActivity', 'UserAcp', 'AcpUser', 'EmergencyCard'] }),
    [],
  );
  const [{ data, fetching, error }] = useQuery({
    query: RecentActivities,
    variables,
    context,
    requestPolicy: 'cache-and-network',
  });
  return { activities: data?.recentActivities, reading: fetching, failed: error !== undefined };
}
