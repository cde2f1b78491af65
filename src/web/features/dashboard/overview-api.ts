import { graphql, type ResultOf } from '../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../api/use-read.ts';

const StaffOverview = graphql(`
  query staffOverview {
    staffOverview {
      customers
      completed
      draft
      invited
      none
      lapsing
      recent
      trials
      trial_days_left
      details_missing
      providers
      registered
      provider_trials
      months {
        month
        customers
        complete
      }
    }
  }
`);

export type Figures = ResultOf<typeof StaffOverview>['staffOverview'];

/** Reads the figures of the staff dashboard. They are read again when the page is shown again. */
export function useOverview(): Read<Figures> {
  const types = ['User', 'Provider', 'RecentActivity', 'StaffOverview', 'CustomerRow'];
  return mapRead(useRead(StaffOverview, {}, { refresh: true, types }), ({ staffOverview }) => staffOverview);
}
