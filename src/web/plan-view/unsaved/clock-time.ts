import type { Language, Translate } from '../../../domain/i18n/texts.ts';

/** The time of day of an instant, as '10:42 am' or '10:42'. With the date when it is not today, in the time of the browser. */
export function clockTime(instant: string, language: Language): string {
  const when = new Date(instant);
  const sameDay = when.toDateString() === new Date().toDateString();
  const locale = language === 'zh' ? 'zh-Hans-CN' : 'en-AU';
  const date = sameDay ? {} : ({ day: 'numeric', month: 'long' } as const);
  return new Intl.DateTimeFormat(locale, { ...date, hour: 'numeric', minute: '2-digit' }).format(when);
}

/** That the plan was changed in another place, and when. `instant` is ISO. */
export function changedElsewhere(t: Translate, instant: string, language: Language): string {
  return t('stale.body', { who: t('stale.you'), time: clockTime(instant, language) });
}
