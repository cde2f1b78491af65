import { joined, lineKindOf, type Row, type Section } from '../../../domain/questionnaire/reading/present.ts';
import type { PlanWording } from '../../plan-view/plan-wording.ts';

/** One line of the summary of a plan. */
export type SummaryRow = { key: string; title: string; lines: string[]; note?: string };

/** Questions of the summary, in order. Both questions about CPR are always included, and both lists of treatments (D-03). */
const shortForm = [
  'minimumQolList',
  'cprStopBreathing',
  'cprCatastrophic',
  'treatmentsSelected',
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

function short({ key, title, lines, note }: Row, { t, definition }: PlanWording): SummaryRow {
  const list = lineKindOf(key, definition) === 'chosen' ? [joined(lines, t)] : lines;
  return { key, title, lines: list, ...(note !== undefined && { note }) };
}
