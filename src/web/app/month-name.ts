import type { IsoDate } from '../../domain/fields.ts';
import type { Language } from '../../domain/i18n/texts.ts';

/** Returns the name of a month with its year: short for tables, long in sentences. */
export function monthName(month: IsoDate, language: Language, length: 'short' | 'long' = 'short'): string {
  const locale = language === 'zh' ? 'zh-Hans-CN' : 'en-AU';
  return new Intl.DateTimeFormat(locale, { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`),
  );
}
