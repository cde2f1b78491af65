import { joined, lineKindOf, type Row, type Section } from '../../../domain/questionnaire/reading/present.ts';
import type { PlanWording } from '../../plan-view/plan-wording.ts';

/** One line of the short form of a plan. */
export type SummaryRow = { key: string; title: string; lines: string[]; note?: string };

/** The questions of the short form, in this order. Both questions about CPR always, and both lists of treatments (D-03). */
const shortForm = [
  'minimumQolList',
  'cprStopBreathing',
  'cprCatastrophic',
  'treatmentsSelected',
  'receiveCare',
] as const;

/** A plan in short, from all of it in words. Whom to ask is not in the answers, and not here. */
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
