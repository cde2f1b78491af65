import { melbourneDate, melbourneTime, timeZone } from '../../../domain/fields.ts';
import type { Language, Translate } from '../../../domain/i18n/texts.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Whether this browser's clock shows another time at an instant than a clock in Melbourne. */
const isElsewhere = (when: Date): boolean =>
  `${two(when.getHours())}:${two(when.getMinutes())}` !== melbourneTime(when);

/**
 * Returns the time of day of an instant in Melbourne, as '10:42 am' or '10:42' (LANG-03, R-40). With the date if it is not today
 * there, and with the name of the place if the browser's clock shows another time.
 */
export function clockTime(t: Translate, instant: string, language: Language): string {
  const when = new Date(instant);
  const sameDay = melbourneDate(when) === melbourneDate(new Date());
  const locale = language === 'zh' ? 'zh-Hans-CN' : 'en-AU';
  const date = sameDay ? {} : ({ day: 'numeric', month: 'long' } as const);
  const format = { ...date, hour: 'numeric', minute: '2-digit', timeZone } as const;
  const time = new Intl.DateTimeFormat(locale, format).format(when);
  return isElsewhere(when) ? t('stale.melbourneTime', { time }) : time;
}

/** Returns the sentence that says when the plan was changed elsewhere. `instant` is ISO. */
export function changedElsewhere(t: Translate, instant: string, language: Language): string {
  return t('stale.body', { who: t('stale.you'), time: clockTime(t, instant, language) });
}
