import { useMemo } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import {
  customerColumns,
  type ChoiceText,
  type CustomerFilter,
} from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import type { customerList } from '../../../../domain/lists/definitions/customers.ts';
import type { Translate } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import type { FilterLabels } from '../../../lists/filter-bar.tsx';
import { findProviders } from './customers-api.ts';

type Labels = FilterLabels<typeof customerList>;

const wordsOf = (filter: CustomerFilter, t: Translate) => ({
  label: t(filter.label),
  ...(filter.kind === 'choice' && {
    values: Object.fromEntries(
      filter.values.map((value) => [value, t(`${filter.texts}.${value}` as ChoiceText)]),
    ),
  }),
});

/**
 * Returns the texts of the filters, as the columns define them (CTABLE-10 to CTABLE-13). Staff of a provider have no provider
 * filter (CTABLE-24).
 */
export function useFilterLabels({ side }: CustomerStaff): Labels {
  const t = useText();
  return useMemo(() => {
    const labels = Object.fromEntries(
      customerColumns.flatMap((column) =>
        'filter' in column ? [[column.filter.name, wordsOf(column.filter, t)]] : [],
      ),
    ) as Labels;
    const provider = { ...labels.provider_id, all: t('customers.filter.providerAll'), find: findProviders };
    return {
      ...labels,
      search: { ...labels.search, hint: t('customers.search.hint') },
      // The tabs of the views set it.
      view: null,
      provider_id: side === 'platform' ? (provider as Labels['provider_id']) : null,
    };
  }, [t, side]);
}
