import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const Residents = graphql(`
  query findResidents($typed: String!) {
    findResidents(typed: $typed) {
      data {
        id
        first_name
        last_name
        customer_id
        room
        provider
        birth_date
        plan_state
        customer_status
        set_aside
      }
      closest
      more
    }
  }
`);

/** The customers who match, best first. */
export type FoundResidents = ResultOf<typeof Residents>['findResidents'];
export type FoundResident = FoundResidents['data'][number];

/** Finds at most ten customers of the caller's providers by the typed text. Reads nothing while it is empty. */
export const useFound = (typed: string): Read<FoundResidents> =>
  mapRead(
    useRead(Residents, { typed }, { pause: typed === '', refresh: true, types: ['CustomerRow'] }),
    ({ findResidents }) => findResidents,
  );
