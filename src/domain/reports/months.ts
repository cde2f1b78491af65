import type { IsoDate } from '../fields.ts';

/**
 * Numbers of customers that a month has: added, drafts started, drafts that became plans, plans completed, those of them that
 * consist of papers, complete plans that changed, and completed plans by the days since the customer was added.
 */
export const monthKinds = [
  'joined',
  'started',
  'finished',
  'completed',
  'external',
  'changed',
  'days_7',
  'days_28',
  'days_90',
  'days_more',
] as const;

export type MonthKind = (typeof monthKinds)[number];

/** The numbers of one month; `month` is its first day. */
type Numbers = { month: IsoDate } & Readonly<Record<MonthKind, number>>;

/** The numbers of one month, of customers who are archived now or of the others. */
export type MonthNumbers = Numbers & { archived: boolean };

/** A month with the numbers at its end, of the customers who are not archived now. */
export type MonthReport = Numbers & {
  /** Customers added until then. */
  customers: number;
  /** Of these, with a complete plan. */
  complete: number;
  /** Plans that were still drafts at the end of the month. */
  drafts: number;
};

/** A range of whole months: `from` is the first day of the first month, `to` the first day of the last month. */
export type Months = { from: IsoDate; to: IsoDate };

/** Months that a report shows if no dates are chosen. */
const usualMonths = 12;
/** Maximum number of months in one report. */
export const mostMonths = 60;

const firstDay = (day: IsoDate): IsoDate => `${day.slice(0, 7)}-01`;

/** Returns the first day of the month that is some months later. */
export function monthsAfter(month: IsoDate, count: number): IsoDate {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + count;
  const year = String(Math.floor(index / 12)).padStart(4, '0');
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}

/** Returns the last day of a month. */
export function lastDayOf(month: IsoDate): IsoDate {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][number - 1]!;
  return `${month.slice(0, 7)}-${String(days).padStart(2, '0')}`;
}

const between = (from: IsoDate, to: IsoDate): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7));

/**
 * Returns the whole months of a report for the chosen days: up to the present month, at most sixty. Without a first day they are
 * the twelve that end with the last one.
 */
export function monthsOf(chosen: { from: IsoDate | null; to: IsoDate | null }, today: IsoDate): Months {
  const now = firstDay(today);
  const chosenTo = chosen.to === null ? now : firstDay(chosen.to);
  const to = chosenTo > now ? now : chosenTo;
  const from = chosen.from === null ? monthsAfter(to, 1 - usualMonths) : firstDay(chosen.from);
  const notAfter = from > to ? to : from;
  const earliest = monthsAfter(to, 1 - mostMonths);
  return { from: notAfter < earliest ? earliest : notAfter, to };
}

/** Returns the days of the months of `monthsOf`, which end today at the latest. */
export function daysOfMonths({ from, to }: Months, today: IsoDate): { from: IsoDate; to: IsoDate } {
  const lastDay = lastDayOf(to);
  return { from, to: lastDay > today ? today : lastDay };
}

const none = Object.fromEntries(monthKinds.map((kind) => [kind, 0])) as Record<MonthKind, number>;

function sumInto(
  sums: Map<IsoDate, Record<MonthKind, number>>,
  month: IsoDate,
  numbers: Readonly<Record<MonthKind, number>>,
): void {
  const sum = sums.get(month) ?? { ...none };
  for (const kind of monthKinds) sum[kind] += numbers[kind];
  sums.set(month, sum);
}

/**
 * Returns each of the months with its numbers and those at its end. `known` are all months that have numbers, in any order;
 * several of the same month are added up.
 */
export function reportMonths(known: readonly MonthNumbers[], { from, to }: Months): MonthReport[] {
  const byMonth = new Map<IsoDate, Record<MonthKind, number>>();
  let [customers, complete, drafts] = [0, 0, 0];
  const add = (numbers: Readonly<Record<MonthKind, number>>) => {
    customers += numbers.joined;
    complete += numbers.completed;
    drafts += numbers.started - numbers.finished;
  };
  const presentByMonth = new Map<IsoDate, Record<MonthKind, number>>();
  for (const { month, archived, ...numbers } of known) {
    if (!archived && month < from) add(numbers);
    if (!archived) sumInto(presentByMonth, month, numbers);
    sumInto(byMonth, month, numbers);
  }
  return Array.from({ length: between(from, to) + 1 }, (_, index) => {
    const month = monthsAfter(from, index);
    const numbers = byMonth.get(month) ?? none;
    add(presentByMonth.get(month) ?? none);
    return { month, ...numbers, customers, complete, drafts };
  });
}

/** Returns a share in whole percent, rounded to the nearest: 100 only for all, and 0 only for none. Null if the total is 0. */
export function percentOf(part: number, total: number): number | null {
  if (total <= 0) return null;
  if (part <= 0) return 0;
  if (part >= total) return 100;
  return Math.min(99, Math.max(1, Math.round((part / total) * 100)));
}
