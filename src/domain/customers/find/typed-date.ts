import { earliestBirthDate, parseDate, type IsoDate } from '../../fields.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';

/** Each form has the groups day, month and year. */
const forms: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?<day>\d{1,2})([/.-])(?<month>\d{1,2})\2(?<year>\d{4}|\d{2})(?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?![\p{L}\p{N}])/u,
  /(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*日?/u,
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?<day>\d{1,2})\s+(?<month>${monthName})\s+(?<year>\d{4}|\d{2})(?![\p{L}\p{N}])`,
    'iu',
  ),
];

const isPast = (date: IsoDate, today: IsoDate) => date >= earliestBirthDate && date <= today;

/** Returns the years that were meant: two digits are a year of this or the last century. */
const yearsOf = (year: string): string[] => (year.length === 4 ? [year] : [`19${year}`, `20${year}`]);

/**
 * Separates a birth date from the typed text. `dates` are the days that it may mean, none if it is no day of the past that a
 * customer can be born on; null if no date was typed.
 */
export function typedDate(text: string, today: IsoDate): { dates: IsoDate[]; rest: string } | null {
  for (const form of forms) {
    const found = form.exec(text);
    const { day = '', month = '', year = '' } = found?.groups ?? {};
    if (!found) continue;
    const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const number = named > 0 ? String(named) : month;
    const dates = yearsOf(year).flatMap((full) => {
      const parsed = parseDate(`${day.padStart(2, '0')}/${number.padStart(2, '0')}/${full}`);
      return 'iso' in parsed && isPast(parsed.iso, today) ? [parsed.iso] : [];
    });
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`;
    return { dates, rest };
  }
  return null;
}

/** Whether a word is a year in which a customer can be born. */
export const isBirthYear = (word: string, today: IsoDate): boolean =>
  /^\d{4}$/.test(word) && word >= earliestBirthDate.slice(0, 4) && word <= today.slice(0, 4);
