import { useCallback, useMemo, useState } from 'react';
import { chosenAtMost } from '../../../../domain/customers/actions/chosen.ts';
import type { CustomerAction, CustomerStaff } from '../../../../domain/customers/actions/customer-actions.ts';
import { useText } from '../../../app/texts.tsx';
import type { Selection } from '../../../lists/selection.tsx';
import { actionsOf, customerName, type ActionCustomer } from '../staff.ts';

/** Chosen customers, also of pages and filters of the list that are not shown now. */
export type Picked = {
  rows: readonly ActionCustomer[];
  /** Returns the chosen customers for whom an action is offered. */
  rowsFor: (action: CustomerAction) => readonly ActionCustomer[];
  /** More were chosen than is possible: the rest was left out. */
  tooMany: boolean;
  /** Adds all customers of a view. `more`: it has more than can be chosen. */
  addAll: (rows: readonly ActionCustomer[], more: boolean) => void;
  clear: () => void;
  selection: Selection<ActionCustomer>;
};

const nobody: readonly ActionCustomer[] = [];

/** Lets editors choose customers for an action on all of them. */
export function usePicked(staff: CustomerStaff): Picked {
  const t = useText();
  const [picked, setRows] = useState<readonly ActionCustomer[]>([]);
  // Staff who lose the right to change customers while some are chosen are offered nothing more for them.
  const rows = staff.isEditor ? picked : nobody;
  const [tooMany, setTooMany] = useState(false);
  const add = useCallback(
    (those: readonly ActionCustomer[], more: boolean) => {
      const ids = new Set(those.map(({ id }) => id));
      const next = [...rows.filter(({ id }) => !ids.has(id)), ...those];
      setTooMany(more || next.length > chosenAtMost);
      setRows(next.slice(0, chosenAtMost));
    },
    [rows],
  );
  const pick = useCallback(
    (those: readonly ActionCustomer[], on: boolean) => {
      if (on) return add(those, false);
      const ids = new Set(those.map(({ id }) => id));
      setTooMany(false);
      setRows(rows.filter(({ id }) => !ids.has(id)));
    },
    [rows, add],
  );
  const clear = useCallback(() => {
    setRows([]);
    setTooMany(false);
  }, []);
  const selection = useMemo((): Selection<ActionCustomer> => {
    const chosen = new Set(rows.map(({ id }) => id));
    return {
      can: () => staff.isEditor,
      has: ({ id }) => chosen.has(id),
      pick,
      label: (row) => t('customers.pick.one', { customer: customerName(row) }),
      all: t('customers.pick.allRows'),
    };
  }, [t, staff, rows, pick]);
  const rowsFor = (action: CustomerAction) => rows.filter((row) => actionsOf(staff, row).includes(action));
  return { rows, rowsFor, tooMany, addAll: add, clear, selection };
}
