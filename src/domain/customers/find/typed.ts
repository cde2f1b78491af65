import type { IsoDate } from '../../fields.ts';
import { searchTerms } from '../search-terms.ts';
import { folded } from './fold.ts';
import { isBirthYear, typedDate } from './typed-date.ts';
import { typedRooms } from './typed-room.ts';

/** Maximum number of characters that are searched. */
export const longestTyped = 200;

/** Maximum number of words that are searched. */
const mostTerms = 8;

/**
 * One meaning of the typed text. `terms` are parts of the customer's words, where a blank before or after is the edge of a word, and
 * `names` the typed words themselves.
 */
export type Reading = {
  names: readonly string[];
  terms: readonly string[];
  /** The days on which the customer may be born, or the years. */
  born: { days: readonly IsoDate[] } | { year: string } | null;
  /** The beginning of the customer ID in letters and digits. */
  idBegins: string | null;
  /** The room of the customer, as `roomKey` returns it. */
  room: string | null;
};

/** Removes invisible characters and those that no text can contain: control and direction characters and halves of characters. */
const visible = (typed: string) =>
  typed.slice(0, longestTyped).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, ' ');

const wordsOf = (text: string): string[] =>
  text.split(/[\s,;，、；]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));

const withoutPunctuation = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Splits double names, which may be stored with or without a hyphen. An address is one word. */
const namesOf = (words: readonly string[]) =>
  words.flatMap((word) => (word.includes('@') ? [word] : wordsOf(word.replace(/[-‐‑–—]/gu, ' '))));

function readingOf(
  words: readonly string[],
  more: Partial<Pick<Reading, 'born' | 'idBegins' | 'room'>> = {},
): Reading {
  const names = namesOf(words).map(folded);
  const terms = (searchTerms(names.join(' ')) ?? []).map((term) => term.words).slice(0, mostTerms);
  return { names, terms, born: null, idBegins: null, room: null, ...more };
}

/**
 * Returns every meaning of the typed text. A number may be the beginning of a customer ID, a year of birth, a room or a part of an
 * address; a date is only a birth date. Empty if there is nothing to search for.
 */
export function readingsOf(typed: string, today: IsoDate): Reading[] {
  const text = visible(typed);
  const date = typedDate(text, today);
  const words = wordsOf(date?.rest ?? text);
  if (date) return date.dates.length === 0 ? [] : [readingOf(words, { born: { days: date.dates } })];
  const found = words.length === 0 ? [] : [readingOf(words)];
  for (const { room, rest } of typedRooms(text)) found.push(readingOf(wordsOf(rest), { room }));
  const others = (at: number) => words.filter((_, index) => index !== at);
  for (const [at, word] of words.entries()) {
    if (isBirthYear(word, today)) found.push(readingOf(others(at), { born: { year: word } }));
    const id = withoutPunctuation(word);
    if (/\d/.test(id) && !word.includes('@')) found.push(readingOf(others(at), { idBegins: id }));
  }
  return found.slice(0, mostTerms);
}
