import { useCallback } from 'react';
import { useClockTime, useShortDate } from '../../../app/dates.ts';
import { useLanguage } from '../../../app/texts.tsx';

/** Returns a function that formats an instant as day and time in Melbourne: '05/04/26, 2:02 pm' or '05/04/26 14:02'. */
export function useShortTime(): (instant: string) => string {
  const day = useShortDate();
  const time = useClockTime();
  const language = useLanguage();
  return useCallback(
    (instant) => `${day(instant)}${language === 'zh' ? ' ' : ', '}${time(instant)}`,
    [day, time, language],
  );
}
