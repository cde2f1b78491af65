import type { RowCells, RowProblem } from '../../../../domain/customers/import/row.ts';
import {
  type PlainTextKey,
  type TextParams,
  type Translate,
  translateMessage,
} from '../../../../domain/i18n/texts.ts';
import { place } from '../../../db/sealing/sealed-columns.ts';
import type { Services } from '../../../pipeline/context.ts';

/** An unusable line: its cells, also those after the last column, and its problems. */
export type BadRow = {
  line: number;
  cells: RowCells;
  more: readonly string[];
  problems: readonly RowProblem[];
};

type Kept = Omit<BadRow, 'line'>;

const rowPlace = (importId: string, line: number) =>
  place('customer_import_problems', 'row_sealed', importId, String(line));

/** Encrypts a line for the report, because it contains personal details. */
export const sealBadRow = (
  { keyring }: Pick<Services, 'keyring'>,
  importId: string,
  { line, ...kept }: BadRow,
): Buffer => keyring.sealJson(rowPlace(importId, line), kept);

export function openBadRow(
  { keyring }: Pick<Services, 'keyring'>,
  importId: string,
  { line, row_sealed }: { line: number; row_sealed: Buffer },
): BadRow {
  return { line, ...keyring.openJson<Kept>(rowPlace(importId, line), row_sealed) };
}

/** True if a parameter is the name of a field. The content of a cell is quoted unchanged, even if it looks like such a name. */
const isName = (param: string, value: string | number): value is PlainTextKey =>
  param !== 'house' && typeof value === 'string' && value.startsWith('field.name.');

/** Returns the text of a problem. The name of a field in a message is itself translated. */
export function problemWords(t: Translate, { message, params }: RowProblem): string {
  const words: TextParams = Object.fromEntries(
    Object.entries(params ?? {}).map(([name, value]) => [name, isName(name, value) ? t(value) : value]),
  );
  return translateMessage(t, message, words);
}
