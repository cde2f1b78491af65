import type { IsoDate } from '../../domain/fields.ts';
import { signedDays } from '../../domain/plan/signed-days.ts';
import { currentDefinition } from '../../domain/questionnaire/definition.ts';
import type { StoredPlan } from '../../domain/questionnaire/reading/present.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';
import { mapFound, useRead, type Read } from '../api/use-read.ts';
import { activePlanText } from '../early/plan-questions.ts';

const ActivePlanOfPerson = graphql(activePlanText);

type Row = ResultOf<typeof ActivePlanOfPerson>['getActiveAcpsByUserId'][number];

/** Plan in force with its person, for the pages that show it. */
export type ActivePlan = Omit<Row, keyof StoredPlan | 'signed_in_english'> &
  StoredPlan & {
    /** The signed words in English, if they were kept. */
    signed_in_english?: StoredPlan['signed_sections'];
  };

/** Reads the plan of the signed-in person: first from the cache, then from the server. */
export function useActivePlan(userId: string): Read<ActivePlan> {
  const read = useRead(
    ActivePlanOfPerson,
    { user_id: userId, definition: currentDefinition.version },
    { refresh: true },
  );
  return mapFound(read, (data) => data.getActiveAcpsByUserId[0] as ActivePlan | undefined);
}

/** Returns the day shown beside the version, on the card and in the PDF. */
export function versionDay(plan: Pick<ActivePlan, 'completed_at' | 'updated_at'>): IsoDate {
  const { signed, changed } = signedDays(plan);
  return changed ?? signed;
}
