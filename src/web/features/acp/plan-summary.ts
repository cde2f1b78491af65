import { lineKindOf, type Row, type Section } from '../../../domain/questionnaire/reading/present.ts';
import type { PlanWording } from '../../plan-view/plan-wording.ts';

/** One row of the summary of a plan. `isList`: its lines are chosen answers. */
export type SummaryRow = { key: string; title: string; lines: string[]; isList: boolean; note?: string };

/**
 * Questions of the summary: CPR and refusals first. Both questions about CPR are always included, and both lists of treatments
 * (D-03).
 */
const shortForm = [
  'cprStopBreathing',
  'cprCatastrophic',
  'treatmentsSelected',
  'minimumQolList',
  'receiveCare',
] as const;

/** Returns the summary of a plan from all its sections. The contact persons are not part of the answers, and not included. */
export function planSummary(sections: readonly Section[], wording: PlanWording): SummaryRow[] {
  const rows = sections.flatMap((section) => section.rows);
  return shortForm.flatMap((key) => {
    const row = rows.find((candidate) => candidate.key === key);
    return row ? [short(row, wording)] : [];
  });
}

function short({ key, title, lines, note }: Row, { definition }: PlanWording): SummaryRow {
  const isList = lineKindOf(key, definition) === 'chosen' && lines.length > 1;
  return { key, title, lines, isList, ...(note !== undefined && { note }) };
}
