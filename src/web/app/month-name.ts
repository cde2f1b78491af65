import type { IsoDate } from '../../domain/fields.ts';
import type { Language } from '../../domain/i18n/texts.ts';

/** Returns the name of a month with its year. */
export function monthName(month: IsoDate, language: Language): string {
  const locale = language === 'zh' ? 'zh-Hans-CN' : 'en-AU';
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}T00:00:00Z`),
  );
}
