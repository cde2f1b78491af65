import { importMaxRows, previewRows } from '../../../../../domain/customers/import/columns.ts';
import { hasShortYear, type Century } from '../../../../../domain/customers/import/cells.ts';
import type { ImportColumn } from '../../../../../domain/customers/import/columns.ts';
import type { ImportEncoding } from '../../../../../domain/customers/import/encodings.ts';
import type { HouseNames } from '../../../../../domain/customers/import/houses.ts';
import type { RowCells, RowProblem } from '../../../../../domain/customers/import/row.ts';
import type { SameKind } from '../../../../../domain/customers/import/same-person.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { IsoDate } from '../../../../../domain/fields.ts';
import type { ImportHouses } from '../../../../db/tables/providers.ts';
import type { Services } from '../../../../pipeline/context.ts';
import { refusalOf } from '../../../files/api.ts';
import { conflictsOf, type Comparison } from './conflicts.ts';
import { readList, type ListFile } from '../upload/list-file.ts';
import type { OpenLine } from './lines-store.ts';
import { refusedFile, UnmatchedColumns, type KnownForm } from '../reading/form.ts';
import { openRows, type ImportRow, type MendedCells, type ReadList } from '../reading/rows.ts';

/** A line as it was read before the import, with its problem or the customer whom it may name. */
export type ReadRow = Pick<ImportRow, 'line' | 'cells' | 'house'> & {
  problems: readonly RowProblem[];
  same: { kind: SameKind; personId: string } | null;
};

/** Result that an import would have: new customers, how many of them have no address, lines to decide, lines to mend. */
export type Totals = { total: number; fresh: number; addressless: number; doubtful: number; faulty: number };

/** Form of a list as it was read. */
export type FoundForm = {
  encoding: ImportEncoding;
  century: Century;
  /** A birth date whose year has two digits; null if there is none. */
  short_year: string | null;
  /** A name or another cell with a non-ASCII letter, which shows whether the encoding is right. */
  accent: string | null;
  is_template: boolean;
  heads: readonly string[];
  columns: readonly (ImportColumn | null)[];
  /** Cells of the first lines, as they are in the file. */
  samples: readonly (readonly string[])[];
};

export type CheckedList = {
  /** Null while the columns of the names have to be matched by hand. */
  totals: Totals | null;
  /** New customers by the id of their provider; null for a list without a column for the house. */
  houses: ImportHouses | null;
  open: Omit<OpenLine, 'decision'>[];
  preview: ReadRow[];
  form: FoundForm;
};

/** Settings for reading lines: the importer's scope, the day, the form, the houses and the mended cells. */
export type Reading = {
  comparison: Comparison;
  today: IsoDate;
  known: KnownForm;
  houses: HouseNames;
  mended: ReadonlyMap<number, MendedCells>;
};

/** Number of lines that are compared with the database at once. */
const comparedAtOnce = 500;

/** Compares the lines without errors of their own with the database. */
async function compare(
  services: Services,
  comparison: Comparison,
  rows: readonly ImportRow[],
): Promise<ReadRow[]> {
  const placed = rows.flatMap(({ customer, house }) => (customer ? { customer, house } : []));
  const conflicts = placed.length > 0 ? await conflictsOf(services.db, services, comparison, placed) : [];
  let at = 0;
  return rows.map(({ line, cells, customer, house, problems }) => {
    const found = customer ? conflicts[at++] : null;
    return {
      line,
      cells,
      house,
      problems: found?.problem ? [found.problem] : problems,
      same: found?.same ?? null,
    };
  });
}

type ReadOptions = { isWanted?: (row: ImportRow) => boolean; onOpen?: (list: ReadList) => void };

/** Yields the lines of a list in batches, each compared with the database. @throws AppError `invalid` at `file`, `unavailable` */
export async function* readRows(
  services: Services,
  file: ListFile,
  { comparison, today, known, houses, mended }: Reading,
  { isWanted = () => true, onOpen }: ReadOptions = {},
): AsyncGenerator<{ rows: ReadRow[]; read: readonly ImportRow[] }> {
  let held: ImportRow[] = [];
  try {
    const list = await openRows(readList(services, file), today, { form: known, houses, mended });
    onOpen?.(list);
    for await (const rows of list.rows) {
      held.push(...rows.filter(isWanted));
      if (held.length < comparedAtOnce) continue;
      yield { rows: await compare(services, comparison, held), read: held };
      held = [];
    }
    if (held.length > 0) yield { rows: await compare(services, comparison, held), read: held };
  } catch (error) {
    throw error instanceof UnmatchedColumns ? error : refusalOf(error);
  }
}

/** Reads a list once. @throws AppError `invalid` at `file`, `unavailable` */
async function readWhole(services: Services, file: ListFile, reading: Reading): Promise<CheckedList> {
  const totals: Totals = { total: 0, fresh: 0, addressless: 0, doubtful: 0, faulty: 0 };
  const open: CheckedList['open'] = [];
  const preview: ReadRow[] = [];
  const houses: Record<string, number> = {};
  let list: ReadList | undefined;
  const noted: Noted = { short_year: null, accent: null, otherAccent: null };
  for await (const { rows, read } of readRows(services, file, reading, {
    onOpen: (found) => (list = found),
  })) {
    totals.total += rows.length;
    if (totals.total > importMaxRows)
      throw new AppError('invalid', {
        fields: [{ field: 'file', message: 'error.import.tooMany', params: { max: importMaxRows } }],
      });
    for (const { cells } of rows) note(noted, cells);
    for (const [at, { line, problems, same, house }] of rows.entries())
      if (problems.length > 0) {
        totals.faulty += 1;
        open.push({ line, kind: 'mend', person_id: null });
      } else if (same) {
        totals.doubtful += 1;
        open.push({ line, kind: same.kind, person_id: same.personId });
      } else {
        totals.fresh += 1;
        if (read[at]?.customer?.email === null) totals.addressless += 1;
        const id = house ?? reading.comparison.providerId;
        houses[id] = (houses[id] ?? 0) + 1;
      }
    if (preview.length < previewRows) preview.push(...rows.slice(0, previewRows - preview.length));
  }
  if (totals.total === 0 || !list) throw refusedFile('error.import.empty');
  const { form, encoding } = list;
  const { century, isTemplate: is_template, heads, columns, samples } = form;
  const found = { encoding: encoding(), century, is_template, heads, columns, samples: samples.slice(0, 3) };
  const { short_year, accent, otherAccent } = noted;
  return {
    ...{ totals, open, preview },
    houses: columns.includes('house') ? houses : null,
    form: { ...found, short_year, accent: accent ?? otherAccent },
  };
}

/**
 * Reads a list once, without changing anything. If its columns have to be matched by hand first, stops reading early.
 * @throws AppError `invalid` at `file`, `unavailable`
 */
export async function checkList(services: Services, file: ListFile, reading: Reading): Promise<CheckedList> {
  try {
    return await readWhole(services, file, reading);
  } catch (error) {
    if (!(error instanceof UnmatchedColumns)) throw error;
    const { encoding } = error;
    const { century, heads, columns, samples } = error.form;
    const accent = [...heads, ...samples.flat()].find(isBeyondAscii) ?? null;
    const short_year = samples.flat().find(hasShortYear) ?? null;
    const form = { encoding, short_year, accent, is_template: false, century, heads, columns };
    return {
      ...{ totals: null, houses: null, open: [], preview: [] },
      form: { ...form, samples: samples.slice(0, 3) },
    };
  }
}

type Noted = Pick<FoundForm, 'short_year' | 'accent'> & { otherAccent: string | null };

// oxlint-disable-next-line no-control-regex -- ASCII is what most encodings read alike
const isBeyondAscii = (text: string) => /[^\u0000-\u007F]/.test(text);

/**
 * Stores the first short year and the first non-ASCII letter, so that staff can check how the list was read: from a name, or from
 * another cell if no name has one.
 */
function note(noted: Noted, cells: RowCells): void {
  if (noted.short_year === null && hasShortYear(cells.birth_date)) noted.short_year = cells.birth_date;
  if (noted.accent !== null) return;
  if (isBeyondAscii(cells.first_name + cells.last_name))
    noted.accent = `${cells.first_name} ${cells.last_name}`;
  noted.otherAccent ??= Object.values(cells).find(isBeyondAscii) ?? null;
}

/** Reads some of the wanted lines of a list again: up to `limit`, after the first `offset`. */
export async function readLines(
  services: Services,
  file: ListFile,
  reading: Reading,
  { isWanted, offset, limit }: { isWanted: (line: number) => boolean; offset: number; limit: number },
): Promise<ReadRow[]> {
  const wanted: ReadRow[] = [];
  if (limit === 0) return wanted;
  let seen = 0;
  const isOnPage = ({ line }: ImportRow) => {
    if (!isWanted(line)) return false;
    seen += 1;
    return seen > offset && seen <= offset + limit;
  };
  for await (const { rows } of readRows(services, file, reading, { isWanted: isOnPage })) {
    wanted.push(...rows);
    if (wanted.length >= limit) break;
  }
  return wanted;
}
