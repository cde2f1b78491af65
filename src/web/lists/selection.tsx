import { useEffect, useRef } from 'react';
import css from './lists.module.css';

/** Selected rows of a list, and the texts of the checkboxes. */
export type Selection<Row> = {
  /** Whether a row can be selected. */
  can: (row: Row) => boolean;
  has: (row: Row) => boolean;
  /** Selects or deselects rows. */
  pick: (rows: readonly Row[], on: boolean) => void;
  /** Texts for one row, and for all selectable rows of this page. */
  label: (row: Row) => string;
  all: string;
};

/** Checkbox of one row; nothing if it cannot be selected. */
export function RowTick<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  if (!selection.can(row)) return null;
  return (
    <label className={css.tickBox} data-one-tap="">
      <input
        type="checkbox"
        aria-label={selection.label(row)}
        checked={selection.has(row)}
        onChange={({ target }) => selection.pick([row], target.checked)}
      />
    </label>
  );
}

/** Checkbox for every selectable row of the page; half ticked if some are selected. `inWords` shows its text beside it. */
export function TickAll<Row>({
  selection,
  rows,
  inWords = false,
}: {
  selection: Selection<Row>;
  rows: readonly Row[];
  inWords?: boolean;
}) {
  const box = useRef<HTMLInputElement>(null);
  const those = rows.filter((row) => selection.can(row));
  const picked = those.filter((row) => selection.has(row)).length;
  const some = picked > 0 && picked < those.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  if (those.length === 0) return null;
  return (
    <label className={css.tickBox} data-one-tap="">
      <input
        ref={box}
        type="checkbox"
        aria-label={inWords ? undefined : selection.all}
        checked={picked === those.length}
        onChange={({ target }) => selection.pick(those, target.checked)}
      />
      {inWords && selection.all}
    </label>
  );
}
