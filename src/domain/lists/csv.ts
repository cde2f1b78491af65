/** Value of a cell in a CSV file. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets treat a cell that begins like this as a formula, also after blanks and in full-width characters (OWASP, CSV
 * injection).
 */
const formula = /^[\s\u0000-\u001F]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** Returns a text with an apostrophe before it if a spreadsheet would run it as a formula. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = withoutFormula(cell);
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns one line of a CSV file with its end (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe
 * before it.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;
