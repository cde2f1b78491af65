import { parse } from 'csv-parse/sync';
import type { Delimiter } from '../../../../../domain/customers/import/columns.ts';
import type { Line } from './lines.ts';

/** Content of one line, or of several lines when a quoted cell contains line breaks. Null when no reader can interpret it. */
export type ListRecord = {
  /** Number of its first line. */
  line: number;
  cells: string[];
  fault: 'quote' | 'long' | null;
};

/** Maximum number of lines in one cell with line breaks. After that, its quotation mark counts as never closed. */
const linesOfRecord = 10;

const quotesIn = (text: string) => {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
};

const cellsOf = (text: string, delimiter: Delimiter): string[][] =>
  parse(text, {
    delimiter,
    record_delimiter: ['\u0001'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    encoding: 'utf8',
  });

/** Splits the text of one record into cells; returns it unparsed if the parser refuses it. */
export function cellsOfLine(text: string, delimiter: Delimiter): string[] {
  try {
    return cellsOf(text.replaceAll('\u0001', '\uFFFD'), delimiter)[0] ?? [''];
  } catch {
    return text.split(delimiter);
  }
}

type Piece = { line: number; text: string; fault: ListRecord['fault'] };

/** Number of texts that are parsed at once. */
const readAtOnce = 50;

/**
 * Parses many texts of one record each at once. If the parser finds another number of records, each is parsed alone, so that an
 * error stays within its own line.
 */
function readPieces(pieces: readonly Piece[], delimiter: Delimiter): ListRecord[] {
  const good = pieces.filter(({ fault }) => fault === null);
  let read: string[][] | null = null;
  if (good.every(({ text }) => !text.includes('\u0001') && text !== ''))
    try {
      read = cellsOf(good.map(({ text }) => text).join('\u0001'), delimiter);
    } catch {
      read = null;
    }
  if (read?.length !== good.length) read = good.map(({ text }) => cellsOfLine(text, delimiter));
  let at = 0;
  return pieces.map(({ line, text, fault }) => {
    if (fault !== null) return { line, cells: text.split(delimiter), fault };
    const cells = read[at] ?? [''];
    at += 1;
    return { line, cells, fault };
  });
}

/**
 * Combines the lines of a list to records, without empty lines. A quoted cell can contain line breaks; a quotation mark that
 * never closes, or a joined record without exactly `width` cells, is an error of its own line only and does not affect the
 * following lines.
 */
export async function* recordsOf(
  batches: AsyncIterable<readonly Line[]>,
  { delimiter, width }: { delimiter: Delimiter; width: number },
): AsyncGenerator<ListRecord[]> {
  let waiting: Line[] = [];
  const take = (isEnd: boolean): Piece[] => {
    const pieces: Piece[] = [];
    let at = 0;
    while (at < waiting.length) {
      const { number: line, text, tooLong } = waiting[at]!;
      if (tooLong || quotesIn(text) % 2 === 0) {
        if (text.trim() !== '') pieces.push({ line, text, fault: tooLong ? 'long' : null });
        at += 1;
        continue;
      }
      const joined = joinedFrom(waiting, at, isEnd);
      if (joined === 'more') break;
      const fits = joined !== null && cellsOfLine(joined.text, delimiter).length === width;
      pieces.push(fits ? { line, text: joined.text, fault: null } : { line, text, fault: 'quote' });
      at += fits ? joined.lines : 1;
    }
    waiting = waiting.slice(at);
    return pieces;
  };
  function* read(pieces: Piece[]) {
    for (let from = 0; from < pieces.length; from += readAtOnce)
      yield readPieces(pieces.slice(from, from + readAtOnce), delimiter);
  }
  for await (const lines of batches) {
    waiting.push(...lines);
    yield* read(take(false));
  }
  yield* read(take(true));
}

/** Returns the lines from an open quotation mark to the line that closes it; null if none does. */
function joinedFrom(lines: readonly Line[], from: number, isEnd: boolean) {
  let text = lines[from]!.text;
  for (let count = 2; count <= linesOfRecord; count += 1) {
    const next = lines[from + count - 1];
    if (!next) return isEnd ? null : 'more';
    if (next.tooLong) return null;
    text += `\n${next.text}`;
    if (quotesIn(next.text) % 2 === 1) return { text, lines: count };
  }
  return null;
}
