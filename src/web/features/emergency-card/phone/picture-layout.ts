/** Canvas size for the wallet card of 85.6 by 54 mm, at 600 dots an inch. */
export const pictureSize = { width: 2022, height: 1276 } as const;

/** Type of words: the size in pixels, and the weight of the font. */
export type Type = { size: number; weight: 400 | 500 | 700 };

/** Returns the width of words in pixels. */
export type Measure = (words: string, type: Type) => number;

/** Words with the position of their baseline. `align` says which end of them `x` is. */
export type PlacedWords = Type & {
  words: string;
  x: number;
  y: number;
  colour: string;
  align: 'left' | 'center';
};

/**
 * Splits words into pieces that stay on one line: single Han characters with the punctuation that follows them, other words
 * whole.
 */
const pieces = (words: string): string[] =>
  words.match(/\p{Script=Han}[，。：、；（）！？”’]*|[“‘]?[^\s\p{Script=Han}]+|\s+/gu) ?? [];

/** Breaks words into lines of at most `width` pixels. A word longer than a line is broken between letters. */
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

/** Places paragraphs below each other from `y` on; returns where they end. */
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
