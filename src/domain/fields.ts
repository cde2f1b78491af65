import { dateFormats, type DateFormat } from './account-lists.ts';
import { plainDigits } from './typed-text/digits.ts';
import type { Language, TextKey } from './i18n/texts.ts';

/** Time zone of every business date (D-25, LANG-03). */
export const timeZone = 'Australia/Melbourne';

/** Earliest accepted birth date, as ISO date (SIGNUP-23, QSTEP2-05). */
export const earliestBirthDate = '1915-01-01';

/** A calendar date as 'YYYY-MM-DD'. Two of them can be compared as texts. */
export type IsoDate = string;

let formatter: Intl.DateTimeFormat | undefined;

/** Created on first use: creating it is slow, and a page without a date need not wait for it. */
const partsInMelbourne = () =>
  (formatter ??= new Intl.DateTimeFormat('en-AU', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }));

/** Cached parts of minutes: the formatter takes longer than the rest of a request's rules. */
const partsOfMinutes = new Map<number, Record<string, string>>();

function melbourneParts(instant: Date | number): Record<string, string> {
  // Offsets have been whole minutes since 1895, so minutes of UTC and of Melbourne start at the same instants.
  const minute = Math.floor(Number(instant) / 60_000);
  const known = partsOfMinutes.get(minute);
  if (known) return known;
  const found: Record<string, string> = {};
  for (const { type, value } of partsInMelbourne().formatToParts(instant)) found[type] = value;
  if (partsOfMinutes.size >= 500) partsOfMinutes.clear();
  partsOfMinutes.set(minute, found);
  return found;
}

/** Returns the calendar date in Melbourne at an instant (a Date, or milliseconds since 1970 UTC). */
export function melbourneDate(instant: Date | number): IsoDate {
  const { year, month, day } = melbourneParts(instant);
  return `${year}-${month}-${day}`;
}

/** Returns the time of day in Melbourne at an instant, as 'HH:MM' in 24 hours. */
export function melbourneTime(instant: Date | number): string {
  const { hour, minute } = melbourneParts(instant);
  return `${hour}:${minute}`;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Error of a typed date, in the order of the checks. */
export type DateProblem = 'required' | 'format' | 'notReal';

/** Parses 'DD/MM/YYYY', with surrounding blanks allowed. Returns the ISO date, or the error. */
export function parseDate(text: string): { iso: IsoDate } | { problem: DateProblem } {
  const typed = plainDigits(text).trim();
  if (typed === '') return { problem: 'required' };
  const match = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed);
  if (!match) return { problem: 'format' };
  const [, day, month, year] = match as unknown as [string, string, string, string];
  const real =
    Number(month) >= 1 &&
    Number(month) <= 12 &&
    Number(day) >= 1 &&
    Number(day) <= daysInMonth(Number(year), Number(month));
  return real ? { iso: `${year}-${month}-${day}` } : { problem: 'notReal' };
}

/** Returns the ISO date of a 'DD/MM/YYYY' text, or undefined if it is not a real date. */
export function isoOfDate(text: string): IsoDate | undefined {
  const parsed = parseDate(text);
  return 'iso' in parsed ? parsed.iso : undefined;
}

/** Returns an ISO date as 'DD/MM/YYYY': the form of inputs, and of a date of birth wherever it is shown. */
export function dateOfIso(iso: IsoDate): string {
  const [year, month, day] = iso.slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

export { dateFormats, type DateFormat };

/** Date format of a person who has chosen nothing (LANG-02). */
export const defaultDateFormat: DateFormat = 'DD/MM/YY';

/** Formats an ISO date in short, in the person's format. Never for a date of birth. */
export function displayDate(iso: IsoDate, format: DateFormat = defaultDateFormat): string {
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)];
  if (format === 'YYYY-MM-DD') return `${year}-${month}-${day}`;
  return `${day}/${month}/${format === 'DD/MM/YYYY' ? year : year.slice(2)}`;
}

/** Returns the date a number of days after an ISO date; before it for a negative number. */
export function daysAfter(iso: IsoDate, days: number): IsoDate {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number) as [number, number, number];
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Returns an ISO date as '4 May 2026' or '2026年5月4日', for sentences. */
export function longDate(iso: IsoDate, language: Language): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number) as [number, number, number];
  return language === 'zh' ? `${year}年${month}月${day}日` : `${day} ${months[month - 1]} ${year}`;
}

/** Error of a date of birth. */
export type BirthDateProblem = DateProblem | 'future' | 'tooEarly';

/**
 * Checks a date of birth typed as 'DD/MM/YYYY': a real date, not after `today` (a Melbourne date) and not
 * before 1 January 1915. Both ends are allowed (SIGNUP-21 to 24, QSTEP2-03 to 05).
 */
export function birthDateProblem(text: string, today: IsoDate): BirthDateProblem | undefined {
  const parsed = parseDate(text);
  if ('problem' in parsed) return parsed.problem;
  if (parsed.iso > today) return 'future';
  if (parsed.iso < earliestBirthDate) return 'tooEarly';
  return undefined;
}

/**
 * Returns the whole years from a birth date to a date, both ISO. A person born on 29 February ages on 1 March of a common year.
 */
export function ageAt(birth: IsoDate, date: IsoDate): number {
  const years = Number(date.slice(0, 4)) - Number(birth.slice(0, 4));
  return date.slice(5, 10) < birth.slice(5, 10) ? years - 1 : years;
}

/** Returns a Medicare number in plain digits and without blanks, for comparing and storing. */
export function compactMedicare(text: string): string {
  return plainDigits(text).replace(/\s/gu, '');
}

const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9];

/**
 * Checks a Medicare number; an empty one is valid (SIGNUP-30). Ten digits without blanks, the first 2 to 6, and the ninth equal
 * to the sum of the first eight times 1,3,7,9,1,3,7,9, modulo 10. The tenth, the issue number, is not checked (CON-02). Source:
 * specification 000, section 5, and 002, section 5, "Medicare number".
 */
export function medicareProblem(text: string): TextKey | undefined {
  const number = compactMedicare(text);
  if (number === '') return undefined;
  if (!/^\d{10}$/.test(number)) return 'field.medicare.length';
  if (!/^[2-6]/.test(number)) return 'field.medicare.firstDigit';
  const sum = medicareWeights.reduce((total, weight, index) => total + weight * Number(number[index]), 0);
  return sum % 10 === Number(number[8]) ? undefined : 'field.medicare.check';
}

/**
 * Returns the part of a Medicare number that stays when its card is issued again: the first nine digits. The tenth counts the
 * issues (D-38).
 */
export const medicareCard = (number: string): string => number.slice(0, 9);

/** Returns the ten numbers that a card can have, one for each issue. */
export const issuesOfCard = (number: string): string[] =>
  Array.from({ length: 10 }, (_, issue) => `${medicareCard(number)}${issue}`);

/** Returns the error of a postcode: it must be exactly four digits 0 to 9. */
export function postcodeProblem(text: string): 'required' | 'digits' | 'length' | undefined {
  const typed = plainDigits(text).trim();
  if (typed === '') return 'required';
  if (!/^[0-9]+$/.test(typed)) return 'digits';
  return typed.length === 4 ? undefined : 'length';
}

/** A state or territory, as in the text keys `stateForm.*`. */
export type StateId = 'act' | 'nsw' | 'nt' | 'qld' | 'sa' | 'tas' | 'vic' | 'wa';

const postcodeRanges: readonly (readonly [from: number, to: number, state: StateId])[] = [
  [200, 299, 'act'],
  [800, 999, 'nt'],
  [1000, 2599, 'nsw'],
  [2600, 2618, 'act'],
  [2619, 2898, 'nsw'],
  [2900, 2920, 'act'],
  [2921, 2999, 'nsw'],
  [3000, 3999, 'vic'],
  [4000, 4999, 'qld'],
  [5000, 5999, 'sa'],
  [6000, 6999, 'wa'],
  [7000, 7999, 'tas'],
  [8000, 8999, 'vic'],
  [9000, 9999, 'qld'],
];

/**
 * Returns the state or territory of a postcode by Australia Post's ranges, or undefined if none matches. A few postcodes cross a
 * border (0872, 2620, 4383): they return the larger part. Norfolk Island (2899) belongs to no state.
 */
export function stateOfPostcode(postcode: string): StateId | undefined {
  if (postcodeProblem(postcode)) return undefined;
  const number = Number(plainDigits(postcode));
  return postcodeRanges.find(([from, to]) => number >= from && number <= to)?.[2];
}

/**
 * Returns an e-mail address for comparing, storing and sending: trimmed, in lower case (SIGNUP-16, SIGNIN-07). Full-width
 * characters and the full stop of Chinese keyboards count as the plain ones.
 */
export function normaliseEmail(text: string): string {
  const plain = text.replace(/[！-～。]/gu, (wide) => (wide === '。' ? '.' : wide.normalize('NFKC')));
  return plain.trim().toLowerCase();
}

/**
 * Whether a text is an e-mail address: one @, a plain local part, a domain of at least two segments, any top-level domain
 * (CON-45). Surrounding blanks and capitals are allowed, because `normaliseEmail` removes them. At most 254 characters.
 */
export function isEmail(text: string): boolean {
  const email = normaliseEmail(text);
  if (email.length > 254) return false;
  const [local, domain, ...rest] = email.split('@');
  if (!local || !domain || rest.length > 0 || local.length > 64) return false;
  if (!/^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/.test(local)) return false;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return false;
  const segments = domain.split('.');
  const ending = segments.at(-1)!;
  return (
    segments.length >= 2 &&
    segments.every(isDomainSegment) &&
    [...ending].length >= 2 &&
    !/^\d+$/.test(ending)
  );
}

function isDomainSegment(segment: string): boolean {
  return /^[\p{L}\p{M}\p{Nd}-]{1,63}$/u.test(segment) && !segment.startsWith('-') && !segment.endsWith('-');
}

/** Whether a name has only letters of any script, their combining marks, and spaces (QSTEP1-04, CON-29). */
export function isLettersAndSpaces(text: string): boolean {
  return /^[\p{L}\p{M}\p{Zs}]*$/u.test(text) && /\p{L}/u.test(text);
}

/** Whether a text contains a digit of any script. */
export function hasDigit(text: string): boolean {
  return /\p{Nd}/u.test(text);
}
