import { parseDate, type IsoDate } from '../../fields.ts';

/** Maximum length of a typed search. */
export const longestFind = 200;

/** Maximum number of words that are searched; more are ignored. */
const wordsAtMost = 8;

/** A typed search: words without accents and apostrophes, and what may be a birth date. */
export type FindTerms = {
  words: readonly string[];
  born: { on: IsoDate } | { inYear: number } | null;
};

const han = /([\p{Script=Han}\u3005-\u3007])/u;

/** Returns a text in lower case without accents, and without apostrophes of any kind: O'Brien is obrien. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/['\u2018\u2019\u02BC\u02B9\u00B4`\u2032]/gu, '')
    .toLowerCase();

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const twoDigits = (text: string) => text.padStart(2, '0');

/** Returns the year of a birth date as typed: of two digits, the last such year that is not after `today`. */
function yearOf(typed: string, today: IsoDate): string {
  if (typed.length === 4) return typed;
  const century = today.slice(0, 2);
  return typed <= today.slice(2, 4) ? century + typed : String(Number(century) - 1) + typed;
}

/** Finds a birth date in a text: 14/5/43, 14.05.1943, 14 May 1943, 1943-05-14. Returns it with the rest of the text. */
function takeDate(text: string, today: IsoDate): { on: IsoDate; rest: string } | null {
  const patterns = [
    /(?<!\d)(?<day>\d{1,2})\s?[/.-]\s?(?<month>\d{1,2})\s?[/.-]\s?(?<year>\d{4}|\d{2})(?!\d)/u,
    /(?<!\d)(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?!\d)/u,
    /(?<!\d)(?<year>\d{4})\s?年\s?(?<month>\d{1,2})\s?月\s?(?<day>\d{1,2})\s?日?/u,
    /(?<!\d)(?<day>\d{1,2})\s+(?<month>[a-z]{3,9})\.?,?\s+(?<year>\d{4}|\d{2})(?!\d)/u,
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (!found?.groups) continue;
    const { day = '', month = '', year = '' } = found.groups;
    const number = /\d/.test(month) ? month : String(months.indexOf(month.slice(0, 3)) + 1);
    const parsed = parseDate(`${twoDigits(day)}/${twoDigits(number)}/${yearOf(year, today)}`);
    if ('iso' in parsed) return { on: parsed.iso, rest: text.replace(found[0], ' ') };
  }
  return null;
}

/**
 * Parses a typed search for a person: words of a name in any order, a customer ID, an address, and a birth date or its year. Han
 * characters are a word each. Returns null when there is nothing to search for.
 */
export function findTerms(typed: string, today: IsoDate): FindTerms | null {
  const text = folded(typed.slice(0, longestFind).toWellFormed());
  const date = takeDate(text, today);
  const words = (date?.rest ?? text)
    .split(/[\s,;，、]+/u)
    .flatMap((word) => word.split(han))
    .map((word) => (han.test(word) ? word : word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')))
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, wordsAtMost);
  const year = words.find((word) => /^(?:19|20)\d\d$/.test(word));
  const born = date ? { on: date.on } : year === undefined ? null : { inYear: Number(year) };
  return words.length === 0 && born === null ? null : { words, born };
}

/** Minimum length of a word in which a wrong letter is forgiven. */
export const forgivenFrom = 4;

/** Whether two words differ by one letter at most: changed, missing, additional, or exchanged with its neighbour. */
export function differsByOne(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

/**
 * Returns patterns of which every word with one wrong letter matches at least one: a wrong letter leaves one half of the word
 * unchanged, except for two exchanged letters in the middle. `begins` must begin a word, `ends` must end one.
 */
export function halvesOf(word: string): { begins: string[]; ends: string[] } {
  const middle = Math.floor(word.length / 2);
  const exchanged =
    word.slice(0, middle - 1) + word.charAt(middle) + word.charAt(middle - 1) + word.slice(middle + 1);
  return { begins: [word.slice(0, middle), exchanged], ends: [word.slice(middle)] };
}

/** Returns a regular expression, also for PostgreSQL, for texts that contain a word of letters with one wrong letter. */
export function nearPattern(word: string): string {
  const any = '[^ ]';
  const words = [...word].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const exchanged = before + word.charAt(at + 1) + letter + word.slice(at + 2);
    return [before + any + after, before + any + letter + after, before + after, exchanged];
  });
  return ` (${[...new Set(words), word + any].join('|')}) `;
}

type Ranked = { first_name: string | null; last_name: string | null; customer_id: string | null };

const plain = (text: string | null) => folded(text ?? '').replace(/[^\p{L}\p{N}]/gu, '');

/** Returns how well a person matches: 0 for the customer ID or whole names, 1 for the beginnings of names, 2 for the rest. */
export function rankOf({ words }: FindTerms, person: Ranked): 0 | 1 | 2 {
  const names = folded(`${person.last_name ?? ''} ${person.first_name ?? ''}`)
    .split(/\s+/u)
    .flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u), ...(han.test(name) ? [...name] : [])]);
  const id = plain(person.customer_id);
  if (words.every((word) => names.includes(word) || (id !== '' && plain(word) === id))) return 0;
  return words.every((word) => names.some((name) => name.startsWith(word))) ? 1 : 2;
}
