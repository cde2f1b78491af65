import type { NeedKind } from '../../../../domain/customers/today.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const StaffToday = graphql(`
  query staffToday($all: NeedKind) {
    staffToday(all: $all) {
      people
      counts {
        kind
        count
      }
      needs {
        kind
        at
        declined
        back
        customer {
          id
          first_name
          last_name
          email
          designated_email
          placeholder_email
          image
          customer_id
          room
          provider_id
          provider
          customer_status
          last_reminder
          removal_on
          is_duplicate
          integrations {
            type
          }
        }
      }
    }
  }
`);

export type Today = ResultOf<typeof StaffToday>['staffToday'];
export type Need = Today['needs'][number];

/** Reads who needs staff today, with all residents for the reason `all`. It is read again after each change of a customer. */
export const useToday = (all: NeedKind | null): Read<Today> =>
  mapRead(
    useRead(
      StaffToday,
      { all },
      { refresh: true, types: ['CustomerRow', 'RecentActivity', 'StaffOverview'] },
    ),
    ({ staffToday }) => staffToday,
  );
