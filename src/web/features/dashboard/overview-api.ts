import { useMemo } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../api/graphql.ts';

const StaffOverview = graphql(`
  query staffOverview {
    staffOverview {
      customers
      completed
      draft
      invited
      trials
      trial_days_left
      providers
      registered
    }
  }
`);

/** The figures of the staff dashboard; undefined while they are read. A look at the page reads them again. */
export function useOverview() {
  const context = useMemo(() => ({ additionalTypenames: ['User', 'Provider', 'RecentActivity'] }), []);
  const [{ data, fetching, error }, read] = useQuery({
    query: StaffOverview,
    variables: {},
    context,
    requestPolicy: 'cache-and-network',
  });
  return {
    figures: data?.staffOverview,
    failed: error !== undefined && !fetching,
    again: () => read({ requestPolicy: 'network-only' }),
  };
}

export type Figures = NonNullable<ReturnType<typeof useOverview>['figures']>;
