import { dateOfIso } from '../../fields.ts';
import { genders } from '../../inputs/account-fields.ts';

/** Century of two-digit years. */
export const centuries = [19, 20] as const;
export type Century = (typeof centuries)[number];

const isoForm = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/;
const monthInWords = /^(\d{1,2})[ -]([a-z]{3,9})[ -](\d{4}|\d{2})$/i;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const two = (number: string) => number.padStart(2, '0');

/** Whether the year of a birth date has two digits, so that its century is needed. */
export function hasShortYear(text: string): boolean {
  const year = dayFirst.exec(text)?.[3] ?? monthInWords.exec(text)?.[3];
  return year?.length === 2;
}

/**
 * Returns a date as DD/MM/YYYY from the forms of spreadsheets: 14/05/1943, 4/5/1943, 14-May-1943 or 1943-05-14; with a century
 * also 14/05/43. Any other text is returned unchanged.
 */
export function birthDateText(text: string, century: Century | null = null): string {
  const iso = isoForm.exec(text);
  if (iso) return dateOfIso(`${iso[1]}-${two(iso[2]!)}-${two(iso[3]!)}`);
  const words = monthInWords.exec(text);
  const month = words ? months.indexOf(words[2]!.slice(0, 3).toLowerCase()) + 1 : 0;
  const day = words && month > 0 ? [words[1]!, String(month), words[3]!] : dayFirst.exec(text)?.slice(1, 4);
  if (!day || (day[2]!.length === 2 && century === null)) return text;
  const year = day[2]!.length === 2 ? `${century}${day[2]}` : day[2];
  return `${two(day[0]!)}/${two(day[1]!)}/${year}`;
}

const shortGenders: Readonly<Record<string, (typeof genders)[number]>> = {
  m: 'Male',
  f: 'Female',
  男: 'Male',
  女: 'Female',
};

/** Returns a gender from its word in any case, or its first letter; null for any other text. */
export const genderOf = (cell: string): (typeof genders)[number] | null =>
  genders.find((known) => known.toLowerCase() === cell.toLowerCase()) ??
  shortGenders[cell.toLowerCase()] ??
  null;
