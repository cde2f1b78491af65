import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

/** Parses one line of CSV by RFC 4180. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let rest = line;
  while (rest !== '\r\n') {
    const match = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|(?=\r\n$))/.exec(rest);
    if (!match) throw new Error(`Not a line of CSV: ${JSON.stringify(rest)}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    rest = rest.slice(match[0].length);
  }
  return cells;
}

const tricky = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', '＝', '\t', '\r', '\n', ' ', '"', ',', "'", 'a', '李'),
});

describe('a line of CSV', () => {
  it('can be read back to the same texts, with at most an apostrophe before each', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(tricky, fc.string()), { minLength: 2, maxLength: 5 }), (texts) => {
        const read = cellsOf(csvLine([...texts, 1])).slice(0, -1);
        expect(read.map((cell, at) => cell === texts[at] || cell === `'${texts[at]}`)).toEqual(
          texts.map(() => true),
        );
      }),
    );
  });

  it('has no cell that a spreadsheet runs as a formula [security 25]', () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const [cell = ''] = cellsOf(csvLine([text, 1]));
        expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/u);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+61 400 000 000', "'+61 400 000 000"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['Ann-Marie', 'Ann-Marie'],
    ['O"Neil, Ann', '"O""Neil, Ann"'],
    [' Ann ', '" Ann "'],
    ['Ann ', '"Ann "'],
  ])('writes %j as %s', (text, written) => {
    expect(csvLine([text, 1])).toBe(`${written},1\r\n`);
  });

  it('leaves numbers and empty cells unchanged', () => {
    expect(csvLine([-2, null, 0.5])).toBe('-2,,0.5\r\n');
  });
});
