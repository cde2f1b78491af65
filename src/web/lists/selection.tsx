import { useEffect, useRef } from 'react';
import css from './lists.module.css';

/** What people picked of a list's rows, and the words for picking. */
export type Selection<Row> = {
  /** Whether a row can be picked. */
  can: (row: Row) => boolean;
  has: (row: Row) => boolean;
  /** Picks rows, or leaves them out. */
  pick: (rows: readonly Row[], on: boolean) => void;
  /** The words for one row, and for all that can be picked on this page. */
  label: (row: Row) => string;
  all: string;
};

/** The box to tick of one row; nothing where it cannot be picked. */
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

/** The box that picks every row of the page that can be; half ticked when some are. `inWords` says so beside it. */
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
