import { useCallback } from 'react';
import { timeZone } from '../../../../domain/fields.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useLanguage } from '../../../app/texts.tsx';

const clocks = {
  en: new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone }),
  zh: new Intl.DateTimeFormat('zh-Hans-CN', { hour: '2-digit', minute: '2-digit', timeZone }),
};

/** Returns a function that formats an instant as day and time in Melbourne: '05/04/26, 2:02 pm' or '05/04/26 14:02'. */
export function useShortTime(): (instant: string) => string {
  const day = useShortDate();
  const language = useLanguage();
  return useCallback(
    (instant) =>
      `${day(instant)}${language === 'zh' ? ' ' : ', '}${clocks[language].format(new Date(instant))}`,
    [day, language],
  );
}
