/** What a cell of a CSV file holds. */
export type CsvCell = string | number | null;

/**
 * Spreadsheets take a cell that begins like this for a formula, also behind blanks and in wide characters
 * (OWASP, CSV injection).
 */
const formula = /^[\s\u0000-\u001F]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) || text.trim() !== text ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file with its end (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(',')}\r\n`;
