import { graphql } from '../../api/graphql.ts';
import { useRead } from '../../api/use-read.ts';
import { personOnDashboardText } from '../../early/plan-questions.ts';

const PersonOnDashboard = graphql(personOnDashboardText);

/** Facts for the cards of the dashboard: numbers of files, and the day of the health record. */
export type PersonFacts = ReturnType<typeof usePersonOnDashboard>;

/** Reads the facts for the cards of the dashboard. */
export function usePersonOnDashboard(id: string) {
  return useRead(PersonOnDashboard, { id }, { refresh: true, types: ['File'] }).data?.getUserById;
}
