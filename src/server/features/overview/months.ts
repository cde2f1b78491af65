import type { IsoDate } from '../../../domain/fields.ts';
import { monthsAfter, reportMonths } from '../../../domain/reports/months.ts';
import type { Tx } from '../../pipeline/context.ts';
import { readMonths } from '../reports/api.ts';

/** Number of months of a staff dashboard, with the present one. */
const shownMonths = 6;

/** Customers and complete plans at the end of a month; for the present month, as they are now. */
export type OverviewMonth = { month: IsoDate; customers: number; complete: number };

/** Returns the last six months of some providers, from the stored numbers of reports. */
export async function findOverviewMonths(
  tx: Tx,
  providers: readonly string[],
  today: IsoDate,
): Promise<OverviewMonth[]> {
  if (providers.length === 0) return [];
  const to: IsoDate = `${today.slice(0, 7)}-01`;
  const months = { from: monthsAfter(to, 1 - shownMonths), to };
  const known = await readMonths(tx, { ids: providers }, months);
  return reportMonths(known, months).map(({ month, customers, complete }) => ({
    month,
    customers,
    complete,
  }));
}
