import { importMaxRows, previewRows } from '../../../../domain/customers/import/columns.ts';
import type { RowProblem } from '../../../../domain/customers/import/row.ts';
import type { SameKind } from '../../../../domain/customers/import/same-person.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Services } from '../../../pipeline/context.ts';
import { refusalOf } from '../../files/api.ts';
import { conflictsOf, type Comparison } from './conflicts.ts';
import { readList, type ListFile } from './list-file.ts';
import type { OpenLine } from './lines-store.ts';
import { refusedFile, rowsOf, type ImportRow } from './reading/rows.ts';

/** A line as it was read before the import: what is wrong with it, or the customer whom it may name. */
export type ReadRow = Pick<ImportRow, 'line' | 'cells'> & {
  problems: readonly RowProblem[];
  same: { kind: SameKind; personId: string } | null;
};

/** What an import would do: new customers, how many of them have no address, lines to decide, lines to mend. */
export type Totals = { total: number; fresh: number; addressless: number; doubtful: number; faulty: number };

export type CheckedList = { totals: Totals; open: Omit<OpenLine, 'decision'>[]; preview: ReadRow[] };

/** Lines that are compared with the database in one go. */
const comparedAtOnce = 500;

/** Lines that fit by themselves, with what the database has against them. */
async function compare(
  services: Services,
  comparison: Comparison,
  rows: readonly ImportRow[],
): Promise<ReadRow[]> {
  const customers = rows.flatMap(({ customer }) => customer ?? []);
  const conflicts =
    customers.length > 0 ? await conflictsOf(services.db, services, comparison, customers) : [];
  let at = 0;
  return rows.map(({ line, cells, customer, problems }) => {
    const found = customer ? conflicts[at++] : null;
    return {
      line,
      cells,
      problems: found?.problem ? [found.problem] : problems,
      same: found?.same ?? null,
    };
  });
}

/** The lines of a list in pieces, each compared with the database. @throws AppError `invalid` at `file`, `unavailable` */
async function* readRows(
  services: Services,
  file: ListFile,
  { comparison, today }: { comparison: Comparison; today: IsoDate },
  isWanted: (row: ImportRow) => boolean = () => true,
): AsyncGenerator<{ rows: ReadRow[]; read: readonly ImportRow[] }> {
  let held: ImportRow[] = [];
  try {
    for await (const rows of rowsOf(readList(services, file), today)) {
      held.push(...rows.filter(isWanted));
      if (held.length < comparedAtOnce) continue;
      yield { rows: await compare(services, comparison, held), read: held };
      held = [];
    }
    if (held.length > 0) yield { rows: await compare(services, comparison, held), read: held };
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Reads a list once, without changing anything. @throws AppError `invalid` at `file`, `unavailable` */
export async function checkList(
  services: Services,
  file: ListFile,
  options: { comparison: Comparison; today: IsoDate },
): Promise<CheckedList> {
  const totals: Totals = { total: 0, fresh: 0, addressless: 0, doubtful: 0, faulty: 0 };
  const open: CheckedList['open'] = [];
  const preview: ReadRow[] = [];
  for await (const { rows, read } of readRows(services, file, options)) {
    totals.total += rows.length;
    if (totals.total > importMaxRows)
      throw new AppError('invalid', {
        fields: [{ field: 'file', message: 'error.import.tooMany', params: { max: importMaxRows } }],
      });
    for (const [at, { line, problems, same }] of rows.entries())
      if (problems.length > 0) {
        totals.faulty += 1;
        open.push({ line, kind: 'mend', person_id: null });
      } else if (same) {
        totals.doubtful += 1;
        open.push({ line, kind: same.kind, person_id: same.personId });
      } else {
        totals.fresh += 1;
        if (read[at]?.customer?.email === null) totals.addressless += 1;
      }
    if (preview.length < previewRows) preview.push(...rows.slice(0, previewRows - preview.length));
  }
  if (totals.total === 0) throw refusedFile('error.import.empty');
  return { totals, open, preview };
}

/** Reads some lines of a list again: those of the numbers that are wanted, as long as `limit` are not found. */
export async function readLines(
  services: Services,
  file: ListFile,
  options: { comparison: Comparison; today: IsoDate },
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
  for await (const { rows } of readRows(services, file, options, isOnPage)) {
    wanted.push(...rows);
    if (wanted.length >= limit) break;
  }
  return wanted;
}
