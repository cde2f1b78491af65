import { graphql } from '../../api/graphql.ts';
import { useRead } from '../../api/use-read.ts';

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

/** Reads the facts for the cards of the dashboard: numbers of files, and the day of the health record. */
export function usePersonOnDashboard(id: string) {
  return useRead(PersonOnDashboard, { id }, { refresh: true, types: ['File'] }).data?.getUserById;
}
