/** A canvas of 600 dots an inch for the wallet card of 85.6 by 54 mm. */
export const pictureSize = { width: 2022, height: 1276 } as const;

/** How words are set: the size in pixels, and the weight of the font. */
export type Type = { size: number; weight: 400 | 500 | 700 };

/** The width in pixels that words take. */
export type Measure = (words: string, type: Type) => number;

/** Words with the place of their baseline. `align` says which end of them `x` is. */
export type PlacedWords = Type & {
  words: string;
  x: number;
  y: number;
  colour: string;
  align: 'left' | 'center';
};

/** What may stand on one line: Han characters one by one with the signs that follow them, other words whole. */
const pieces = (words: string): string[] =>
  words.match(/\p{Script=Han}[，。：、；（）！？”’]*|[“‘]?[^\s\p{Script=Han}]+|\s+/gu) ?? [];

/** Breaks words into lines of at most `width` pixels. One that is longer than a line is broken between letters. */
export function linesOf(words: string, width: number, type: Type, measure: Measure): string[] {
  const lines: string[] = [];
  let line = '';
  const end = () => {
    if (line.trim() !== '') lines.push(line.trim());
    line = '';
  };
  for (const piece of pieces(words)) {
    if (measure((line + piece).trim(), type) <= width) {
      line += piece;
      continue;
    }
    end();
    for (const letter of piece.trim()) {
      if (line !== '' && measure(line + letter, type) > width) end();
      line += letter;
    }
  }
  end();
  return lines;
}

const lineHeight = 1.18;

/** Sets paragraphs under each other from `y` on; gives where they end. */
export function setBlock(
  paragraphs: readonly (Type & { words: string; colour: string; before?: number })[],
  { x, y, width, align = 'left' }: { x: number; y: number; width: number; align?: PlacedWords['align'] },
  measure: Measure,
): { placed: PlacedWords[]; end: number } {
  const placed: PlacedWords[] = [];
  let at = y;
  for (const { words, before = 0, ...type } of paragraphs) {
    at += before;
    for (const line of linesOf(words, width, type, measure)) {
      placed.push({ ...type, words: line, x, y: Math.round(at + type.size * 0.92), align });
      at += type.size * lineHeight;
    }
  }
  return { placed, end: at };
}
