import { readXlsx } from 'hucre/xlsx';

/** Returns the rows of the only sheet of an Excel file. */
export async function sheetRows(bytes: Uint8Array): Promise<unknown[][]> {
  const { sheets } = await readXlsx(bytes);
  if (sheets.length !== 1) throw new Error(`The file has ${sheets.length} sheets.`);
  return sheets[0]!.rows;
}
