/** A line of a file, counted from 1. `tooLong` when the rest of it was left out. */
export type Line = { number: number; text: string; tooLong: boolean };

/**
 * Splits a text into lines as it arrives, with the line ends of any system. Keeps at most `most` characters of a line, so that a
 * file with one line cannot fill the memory.
 */
export async function* linesOf(texts: AsyncIterable<string>, most: number): AsyncGenerator<Line[]> {
  let number = 1;
  let held = '';
  let tooLong = false;
  let endedWithReturn = false;
  const keep = (piece: string) => {
    if (held.length + piece.length > most) {
      tooLong = true;
      held += piece.slice(0, most - held.length);
    } else held += piece;
  };
  for await (const text of texts) {
    const lines: Line[] = [];
    let from = endedWithReturn && text.startsWith('\n') ? 1 : 0;
    if (text !== '') endedWithReturn = text.endsWith('\r');
    const ends = /\r\n|\n|\r/g;
    ends.lastIndex = from;
    for (let end = ends.exec(text); end; end = ends.exec(text)) {
      keep(text.slice(from, end.index));
      lines.push({ number, text: held, tooLong });
      number += 1;
      held = '';
      tooLong = false;
      from = ends.lastIndex;
    }
    keep(text.slice(from));
    if (lines.length > 0) yield lines;
  }
  if (held !== '') yield [{ number, text: held, tooLong }];
}
