import type { Coverage, Run, Runs } from './text-runs.ts';

/** Maximum length, in characters, of a stretch of large letters without a line break opportunity. */
const longestWord = 18;

const zeroWidthSpace = '\u200B';

/** A mark in place of a character that no font shows. */
const mark = /\[U\+[0-9A-F]+\]/;

/**
 * Sets text in the script face of typed signatures, Chinese in its companion. A word with a character that its face lacks stays in
 * the font it has, so that no word changes its font in the middle.
 */
export const inScript = (lines: Runs, coverage: Coverage): Runs =>
  lines.map((line) => line.flatMap((run) => scriptRunsOf(run, coverage)));

function scriptRunsOf(run: Run, coverage: Coverage): Run[] {
  const [font, language, text] = typeof run === 'string' ? (['latin', '', run] as const) : run;
  const face = font === 'chinese' ? 'scriptChinese' : 'script';
  const pieces: Exclude<Run, string>[] = [];
  for (const word of text.replaceAll(zeroWidthSpace, '').split(/( +)/).filter(Boolean)) {
    const last = pieces.at(-1);
    const isInFace =
      !mark.test(word) && [...word].every((each) => coverage[face].has(each.codePointAt(0) ?? 0));
    const chosen = word.startsWith(' ') ? (last?.[0] ?? font) : isInFace ? face : font;
    const broken = chosen === 'scriptChinese' || chosen === 'chinese' ? word : breakable(word);
    if (last?.[0] === chosen) last[2] += broken;
    else pieces.push([chosen, language, broken]);
  }
  return pieces;
}

function breakable(word: string): string {
  const letters = [...new Intl.Segmenter().segment(word)].map(({ segment }) => segment);
  return letters
    .map((letter, index) => (index > 0 && index % longestWord === 0 ? zeroWidthSpace : '') + letter)
    .join('');
}
