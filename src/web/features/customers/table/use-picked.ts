import { useCallback, useMemo, useState } from 'react';
import type { CustomerStaff } from '../../../../domain/customers/customer-actions.ts';
import { useText } from '../../../app/texts.tsx';
import type { Selection } from '../../../lists/selection.tsx';
import { actionsOf, customerName } from '../staff.ts';
import type { CustomerRow } from './customers-api.ts';

/** How many customers can be reminded in one go. */
export const mostReminded = 50;

/** Customers who are picked, also on pages of the list that are not shown now. */
export type Picked = {
  rows: readonly CustomerRow[];
  /** More were picked than can be reminded: those beyond were left out. */
  tooMany: boolean;
  clear: () => void;
  selection: Selection<CustomerRow>;
};

/** Lets editors pick customers to remind: those alone who can be. */
export function usePicked(staff: CustomerStaff): Picked {
  const t = useText();
  const [rows, setRows] = useState<readonly CustomerRow[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const pick = useCallback(
    (those: readonly CustomerRow[], on: boolean) => {
      const ids = new Set(those.map(({ id }) => id));
      const others = rows.filter(({ id }) => !ids.has(id));
      const next = on ? [...others, ...those] : others;
      setTooMany(next.length > mostReminded);
      setRows(next.slice(0, mostReminded));
    },
    [rows],
  );
  const clear = useCallback(() => {
    setRows([]);
    setTooMany(false);
  }, []);
  const selection = useMemo(
    (): Selection<CustomerRow> => ({
      can: (row) => actionsOf(staff, row).includes('reminder'),
      has: (row) => rows.some(({ id }) => id === row.id),
      pick,
      label: (row) => t('customers.pick.one', { customer: customerName(row) }),
      all: t('customers.pick.all'),
    }),
    [t, staff, rows, pick],
  );
  return { rows, tooMany, clear, selection };
}
