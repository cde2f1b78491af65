import { plainDigits } from '../../../domain/typed-text/digits.ts';

const dateForms = [
  /^(?<day>\d{1,2})\s*[/.\- ]\s*(?<month>\d{1,2})\s*[/.\- ]\s*(?<year>\d{4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
  /^(?<year>\d{4})\s*年\s*(?<month>\d{1,2})\s*月\s*(?<day>\d{1,2})\s*[日号]$/,
];

/**
 * Normalises a typed date to two digits for day and month: 4.5.1948 becomes 04/05/1948, and so does 1948年5月4日, also in full-width
 * digits of Chinese keyboards. Any other text is returned unchanged.
 */
export function tidyDate(typed: string): string {
  const plain = plainDigits(typed).trim();
  for (const form of dateForms) {
    const { day = '', month = '', year } = form.exec(plain)?.groups ?? {};
    if (year) return `${day.padStart(2, '0')}/${month.padStart(2, '0')}/${year}`;
  }
  return typed.trim();
}
