import type { Language } from '../../../domain/i18n/texts.ts';

/**
 * A run of text in one font and one language. A plain string is text in the Latin font and the language of the document. `latin`,
 * `other` and `chinese` name the font that is tried first, `script` and `scriptChinese` those of a typed signature; `language` is
 * '' for the language of the document.
 */
export type Run = string | [font: Font, language: Language | '', text: string];

/** Paragraphs of a text; each is a list of lines, each line a list of runs. */
export type Runs = Run[][];

type Font = 'latin' | 'other' | 'chinese' | ScriptFont;

type ScriptFont = 'script' | 'scriptChinese';

/** The characters that each font shows. */
export type Coverage = Record<Font, { has(code: number): boolean }>;

/**
 * Maximum length, in characters, of a stretch without a line break opportunity. Longer ones get invisible break opportunities.
 */
const longestWord = 40;

/** Maximum number of accents on one letter. More would overlap the lines above and below. */
const mostAccents = 2;

const zeroWidthSpace = '\u200B';

/**
 * Cuts a text into lines of runs, so that each character is shown by one of our fonts and each stretch has its language. A
 * character that no font shows becomes a mark with its code, such as [U+1F600]. Control and formatting characters, which show
 * nothing or reorder other characters, are removed. Any text is accepted, whatever its length or content.
 */
export function runsOf(text: string, language: Language, coverage: Coverage): Runs {
  return linesOf(text).map((line) => runsOfLine(shown(line, coverage), language, coverage));
}

/** Returns the text with the same marks and removals, in one line: for the title and for descriptions for screen readers. */
export function plainText(text: string, coverage: Coverage): string {
  return shown(linesOf(text).join(' '), coverage);
}

/** Whether the fonts of the documents show every character of a text, so that none becomes a mark. */
export const isWhollyShown = (text: string, coverage: Coverage): boolean =>
  linesOf(text).every((line) => shown(line, coverage) === line);

/** Returns the lines of a text, cleaned, with at most one blank line in a row and none at the ends. */
function linesOf(text: string): string[] {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, (space) => (space === '\u3000' || space === '\u00A0' ? space : ' '))
    .replace(/[\p{Cc}\p{Cf}\uFE00-\uFE0F\u{E0000}-\u{E0FFF}]/gu, (character) =>
      character === '\n' ? '\n' : '',
    )
    .replace(/^\s*\n|\n\s*$/g, '')
    .split('\n')
    .filter((line, index, lines) => line.trim() !== '' || (index > 0 && lines[index - 1]?.trim() !== ''));
}

/** Replaces characters that no font shows with marks. */
function shown(line: string, coverage: Coverage): string {
  let accents = 0;
  let result = '';
  for (const character of line) {
    const code = character.codePointAt(0) ?? 0;
    accents = /\p{M}/u.test(character) ? accents + 1 : 0;
    result += accents <= mostAccents && isCovered(code, coverage) ? character : markOf(code);
  }
  return result;
}

function isCovered(code: number, { latin, other, chinese }: Coverage): boolean {
  if (code >= 0xe0_00 && code <= 0xf8_ff) return false;
  return latin.has(code) || other.has(code) || chinese.has(code);
}

function markOf(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}

const chineseCharacters =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u;

/** Punctuation shared by Latin and Chinese: it follows the surrounding script. */
const sharedMarks = /[“”‘’…—·]/;

function runsOfLine(line: string, language: Language, coverage: Coverage): Run[] {
  const pieces: { font: Font; text: string }[] = [];
  for (const { kind, text } of wordsOf(line)) {
    const previous = pieces.at(-1);
    const font =
      kind === 'space'
        ? (previous?.font ?? 'latin')
        : kind === 'chinese'
          ? 'chinese'
          : fontOf(text, coverage);
    if (previous?.font === font) previous.text += breakable(text, font);
    else pieces.push({ font, text: breakable(text, font) });
  }
  return pieces.map(({ font, text }) => {
    const spoken = languageOf(font, text, language);
    return font === 'latin' && spoken === '' ? text : [font, spoken, text];
  });
}

type Word = { kind: 'space' | 'chinese' | 'word'; text: string };

/** Splits a line into spaces, stretches of Chinese, and stretches of other text. */
function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  const characters = [...line];
  characters.forEach((character, index) => {
    const kind = kindOf(character, characters[index - 1], characters[index + 1]);
    const last = words.at(-1);
    if (last?.kind === kind) last.text += character;
    else words.push({ kind, text: character });
  });
  return words;
}

function kindOf(character: string, before = '', after = ''): Word['kind'] {
  if (character === ' ') return 'space';
  if (chineseCharacters.test(character)) return 'chinese';
  // The English possessive of a Chinese name: 美玲’s.
  if (character === '’' && /\p{Script=Latin}/u.test(after)) return 'word';
  if (sharedMarks.test(character) && [before, after].some((near) => chineseCharacters.test(near)))
    return 'chinese';
  return 'word';
}

/** Returns the font of a whole word, so that no word changes its font in the middle. */
function fontOf(word: string, { latin, other }: Coverage): Font {
  const codes = [...word].map((character) => character.codePointAt(0) ?? 0);
  if (codes.every((code) => latin.has(code))) return 'latin';
  return codes.some((code) => other.has(code) && !latin.has(code)) ? 'other' : 'chinese';
}

function languageOf(font: Font, text: string, language: Language): Language | '' {
  if (font === 'chinese') return language === 'zh' || !/\p{Script=Han}/u.test(text) ? '' : 'zh';
  return font === 'latin' && language === 'zh' && /\p{L}{2}/u.test(text) ? 'en' : '';
}

function breakable(word: string, font: Font): string {
  if (font === 'chinese' || word.length <= longestWord) return word;
  const characters = [...word];
  let result = '';
  characters.forEach((character, index) => {
    if (index > 0 && index % longestWord === 0 && !/\p{M}/u.test(character)) result += zeroWidthSpace;
    result += character;
  });
  return result;
}
