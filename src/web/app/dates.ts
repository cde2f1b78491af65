import { useCallback } from 'react';
import { defaultDateFormat, displayDate, melbourneDate, timeZone } from '../../domain/fields.ts';
import { useSession } from './session.tsx';
import { useLanguage } from './texts.tsx';

/**
 * Returns a function that formats days in the person's short format (LANG-02, GAP-76): an ISO date unchanged, an instant as its
 * day in Melbourne. Never for a date of birth.
 */
export function useShortDate(): (day: string) => string {
  const format = useSession()?.date_format ?? defaultDateFormat;
  return useCallback(
    (day) => displayDate(/^\d{4}-\d\d-\d\d$/.test(day) ? day : melbourneDate(new Date(day)), format),
    [format],
  );
}

const clocks = {
  en: new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone }),
  zh: new Intl.DateTimeFormat('zh-Hans-CN', { hour: '2-digit', minute: '2-digit', timeZone }),
};

/** Returns a function that formats the time of an instant in Melbourne: '2:02 pm' or '14:02'. */
export function useClockTime(): (instant: string) => string {
  const language = useLanguage();
  return useCallback((instant) => clocks[language].format(new Date(instant)), [language]);
}
