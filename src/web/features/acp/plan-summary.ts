import type { Answers } from '../../../domain/questionnaire/answers.ts';
import { joined, present, type Row } from '../../../domain/questionnaire/present.ts';
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

/** A plan in short, in words. Whom to ask is not in the answers, and not here. */
export function planSummary(answers: Answers, wording: PlanWording): SummaryRow[] {
  const rows = present(answers, wording).flatMap((section) => section.rows);
  return shortForm.flatMap((key) => {
    const row = rows.find((candidate) => candidate.key === key);
    return row ? [short(row, wording)] : [];
  });
}

function short({ key, title, lines, note }: Row, { t }: PlanWording): SummaryRow {
  const list = key === 'minimumQolList' ? [joined(lines, t)] : lines;
  return { key, title, lines: list, ...(note !== undefined && { note }) };
}
