/** A cell of the first column as the engine tags it: a data cell that refers to the header of the first column. */
const firstColumnCell =
  /(\/S \/T)D(\s+\/P \d+ 0 R\s+\/A \[?<<\s+\/O \/Table\s+)(\/Headers \[\(U\d+x0y0\)\])/g;

/** The column headers of every other cell. */
const columnHeaders = /\/Headers \[\(U\d+x\d+y0\)\]/g;

const rowScope = '/Scope /Row';

/**
 * Tags the first column of each table as row headers, so that screen readers read the question with its answer. The engine cannot
 * do this: `pdf.header-cell` of Typst 0.14 needs the feature `a11y-extras`, which its Node binding cannot turn on. Explicit lists
 * of headers would hide the row headers, so the scope of each header replaces them. Every replacement has the same length, so
 * that offsets in the file stay valid.
 */
export function withRowHeaders(pdf: Uint8Array): Uint8Array {
  const tagged = Buffer.from(pdf)
    .toString('latin1')
    .replace(
      firstColumnCell,
      (_, type: string, parent: string, headers: string) =>
        `${type}H${parent}${rowScope.padEnd(headers.length)}`,
    )
    .replace(columnHeaders, (headers) => ' '.repeat(headers.length));
  return Buffer.from(tagged, 'latin1');
}
