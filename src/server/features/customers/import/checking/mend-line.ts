import { listColumns } from '../../../../../domain/customers/import/columns.ts';
import type { RowProblem } from '../../../../../domain/customers/import/row.ts';
import { AppError } from '../../../../../domain/errors.ts';
import type { Services } from '../../../../pipeline/context.ts';
import type { MendedCells } from '../reading/rows.ts';
import type { ListFile } from '../upload/list-file.ts';
import { readRows, type Reading, type ReadRow } from './check-list.ts';

/** A line that no longer has to be mended. */
export type FreedLine = Pick<ReadRow, 'line' | 'same' | 'house'> & { isAddressless: boolean };

/** Result of mending a line. */
export type MendedLine = { cells: MendedCells; freed: FreedLine[] };

/** Reads a list again with some cells of a line replaced. `toMend` are the current lines to mend. */
export async function mendLine(
  services: Services,
  file: ListFile,
  reading: Reading,
  { line, cells, toMend }: { line: number; cells: MendedCells; toMend: ReadonlySet<number> },
): Promise<MendedLine> {
  const kept = { ...reading.mended.get(line), ...cells };
  const mended = new Map(reading.mended).set(line, kept);
  const freed: FreedLine[] = [];
  let own: readonly RowProblem[] | null = null;
  let clash: RowProblem | null = null;
  let places: Readonly<Record<string, number>> = {};
  const pages = readRows(
    services,
    file,
    { ...reading, mended },
    {
      isWanted(row) {
        const isToMend = toMend.has(row.line);
        // A valid line further down names the same person as the mended line.
        const twice = isToMend ? undefined : row.problems.find(({ params }) => params?.line === line);
        if (twice) clash ??= { ...twice, params: { line: row.line } };
        return isToMend;
      },
      onOpen: ({ form }) => (places = form.places),
    },
  );
  for await (const { rows, read } of pages)
    for (const [at, { problems, ...row }] of rows.entries()) {
      if (row.line === line) own = problems;
      if (problems.length > 0) continue;
      freed.push({
        ...{ line: row.line, same: row.same, house: row.house },
        isAddressless: read[at]?.customer?.email === null,
      });
    }
  if (own === null) throw new AppError('conflict');
  const absent = listColumns.filter((column) => cells[column] !== undefined && places[column] === -1);
  const problems: RowProblem[] = [
    ...absent.map((field): RowProblem => ({ field, message: 'error.import.noColumn' })),
    ...own,
    ...(own.length === 0 && clash ? [clash] : []),
  ];
  if (problems.length > 0) throw new AppError('invalid', { fields: problems });
  return { cells: kept, freed };
}
