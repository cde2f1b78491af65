import { useCallback } from 'react';
import { defaultDateFormat, displayDate, melbourneDate } from '../../domain/fields.ts';
import { useSession } from './session.tsx';

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
