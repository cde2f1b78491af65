import { customerColumns, type ShownColumnKey } from './customer-columns.ts';

/** A column that staff can show or hide. The name is always shown. `cpr` is read for each customer when it is shown. */
export type ChosenColumn = Exclude<ShownColumnKey, 'name'> | 'cpr';

/** The columns of the customer table without a choice. */
export const usualColumns: readonly ChosenColumn[] = customerColumns.flatMap((column) =>
  'onlyCsv' in column || column.key === 'name' ? [] : [column.key],
);

/** All columns that can be chosen, in the order of the table. */
export const choosableColumns: readonly ChosenColumn[] = usualColumns.flatMap(
  (key): readonly ChosenColumn[] => (key === 'acp_status' ? [key, 'cpr'] : [key]),
);

/** Returns the columns to show for a stored choice. Unknown keys are ignored; null means the usual columns. */
export const shownColumns = (chosen: readonly string[] | null): readonly ChosenColumn[] =>
  chosen === null ? usualColumns : choosableColumns.filter((key) => chosen.includes(key));

/** Returns what to store for a choice: its known keys in the order of the table; null for the usual columns. */
export function storedColumns(chosen: readonly string[] | null): readonly ChosenColumn[] | null {
  const shown = shownColumns(chosen);
  const isUsual = shown.length === usualColumns.length && usualColumns.every((key) => shown.includes(key));
  return isUsual ? null : shown;
}

/** Maximum number of columns beside the name that all have room at every width. */
export const fewColumns = 3;

/** Columns that make room for CPR, whose words are never cut. */
const besideCpr: readonly ChosenColumn[] = ['latest_update', 'invite_date'];

/** Returns the columns of the table: the chosen ones, or without the days where CPR needs their room. */
export function columnsInTable(chosen: readonly string[] | null): readonly ChosenColumn[] {
  const shown = shownColumns(chosen);
  return shown.includes('cpr') && shown.length > fewColumns
    ? shown.filter((key) => !besideCpr.includes(key))
    : shown;
}
