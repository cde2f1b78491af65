import { useMemo } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { customerStatuses, type customerList } from '../../../../domain/lists/definitions/customers.ts';
import { useText } from '../../../app/texts.tsx';
import type { FilterLabels } from '../../../lists/filter-bar.tsx';
import { findProviders } from './customers-api.ts';

/** Returns the texts of the filters (CTABLE-10 to CTABLE-13). Staff of a provider have no provider filter (CTABLE-24). */
export function useFilterLabels({ side }: CustomerStaff): FilterLabels<typeof customerList> {
  const t = useText();
  return useMemo(
    () => ({
      search: { label: t('customers.search.label'), hint: t('customers.search.hint') },
      provider_id:
        side === 'platform'
          ? {
              label: t('customers.filter.provider'),
              all: t('customers.filter.providerAll'),
              find: findProviders,
            }
          : null,
      view: { label: t('customers.filter.view'), values: { complete: t('customers.filter.viewComplete') } },
      status: {
        label: t('customers.filter.status'),
        values: Object.fromEntries(
          customerStatuses.map((each) => [each, t(`customers.filter.${each}`)]),
        ) as Record<(typeof customerStatuses)[number], string>,
      },
    }),
    [t, side],
  );
}
