import { useMemo } from 'react';
import { useSession } from '../../../app/session.tsx';
import { useText } from '../../../app/texts.tsx';
import { useIsPlatform } from '../../../app/use-is-platform.ts';
import type { Findable } from '../../../lists/reference/reference-props.ts';

/** Returns the texts of the filters that every report has. Staff of a single house have no choice of a provider. */
export function useReportFilters(find: Findable['find'], provider: string | null) {
  const t = useText();
  const user = useSession();
  const isPlatform = useIsPlatform();
  const hasOthers = isPlatform || user?.provider?.has_children === true;
  return useMemo(
    () => ({
      period: { label: t('reports.filter.period') },
      provider_id: hasOthers
        ? { label: t('reports.filter.provider'), all: t('reports.filter.providerAll'), find }
        : null,
      below:
        hasOthers && (provider !== null || !isPlatform)
          ? {
              label: t('reports.filter.below'),
              all: t('reports.filter.belowWith'),
              values: { without: t('reports.filter.belowWithout') },
            }
          : null,
    }),
    [t, find, hasOthers, isPlatform, provider],
  );
}
