import { useCallback, useMemo, useState } from 'react';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { moveAtMost } from '../../../../domain/customers/moves.ts';
import { useText } from '../../../app/texts.tsx';
import type { Selection } from '../../../lists/selection.tsx';
import { actionsOf, customerName } from '../staff.ts';
import type { CustomerRow } from './customers-api.ts';

/** Maximum number of customers that can be reminded or moved in one call. */
const mostPicked = moveAtMost;

/** Selected customers, also on pages of the list that are not shown now. */
export type Picked = {
  rows: readonly CustomerRow[];
  /** Returns the selected customers for whom an action is offered. */
  rowsFor: (action: CustomerAction) => readonly CustomerRow[];
  /** Returns the customers who can be reminded, and the number of the others. */
  toRemind: () => { rows: readonly CustomerRow[]; leftOut: number; clear: () => void };
  /** More were selected than one call accepts: the rest was left out. */
  tooMany: boolean;
  clear: () => void;
  selection: Selection<CustomerRow>;
};

/** Lets editors select customers to remind or to move: only customers for whom one of these actions is offered. */
export function usePicked(staff: CustomerStaff): Picked {
  const t = useText();
  const [rows, setRows] = useState<readonly CustomerRow[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const pick = useCallback(
    (those: readonly CustomerRow[], on: boolean) => {
      const ids = new Set(those.map(({ id }) => id));
      const others = rows.filter(({ id }) => !ids.has(id));
      const next = on ? [...others, ...those] : others;
      setTooMany(next.length > mostPicked);
      setRows(next.slice(0, mostPicked));
    },
    [rows],
  );
  const clear = useCallback(() => {
    setRows([]);
    setTooMany(false);
  }, []);
  const selection = useMemo(
    (): Selection<CustomerRow> => ({
      can: (row) => actionsOf(staff, row).some((action) => action === 'reminder' || action === 'move'),
      has: (row) => rows.some(({ id }) => id === row.id),
      pick,
      label: (row) => t('customers.pick.one', { customer: customerName(row) }),
      all: t(staff.onlyHouseId === undefined ? 'customers.pick.allRows' : 'customers.pick.all'),
    }),
    [t, staff, rows, pick],
  );
  const rowsFor = (action: CustomerAction) => rows.filter((row) => actionsOf(staff, row).includes(action));
  const toRemind = () => {
    const those = rowsFor('reminder');
    return { rows: those, leftOut: rows.length - those.length, clear };
  };
  return { rows, rowsFor, toRemind, tooMany, clear, selection };
}
