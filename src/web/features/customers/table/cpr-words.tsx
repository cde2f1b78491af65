import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { callRest } from '../../../api/call.ts';
import { useText } from '../../../app/texts.tsx';
import css from './table.module.css';

/** CPR of one row in the words of the emergency sheet. `is_plan` is true if they are the answers of a signed plan. */
type CprRow = { id: string; words: string; is_plan: boolean };

type CprOf = ReadonlyMap<string, CprRow>;

const none: CprOf = new Map();

/** The words by row, and whether the reading of the present rows is over. */
const CprReading = createContext({ words: none, isOver: false });

/** Maximum number of rows of one request: those of a page. */
const rowsAtMost = 10;

type CprOfRowsProps = { rows: readonly { id: string }[]; isOn: boolean; children: ReactNode };

/**
 * Reads CPR of the rows that are shown, for the cells inside, if the person has chosen the column. The server records it as a
 * reading of each customer's plan. It is read again with each response of the list, and kept only while the page is open.
 */
export function CprOfRows({ rows, isOn, children }: CprOfRowsProps) {
  const [reading, setReading] = useState<{ of: unknown; words: CprOf }>({ of: null, words: none });
  useEffect(() => {
    if (!isOn) return undefined;
    let isCurrent = true;
    const end = (words: CprOf) => {
      if (isCurrent) setReading({ of: rows, words });
    };
    const ids = rows.slice(0, rowsAtMost).map(({ id }) => id);
    callRest<{ rows: CprRow[] }>('/api/customers/cpr', { ids }).then(
      (read) => end(new Map(read.rows.map((row) => [row.id, row]))),
      // Words of an earlier reading are not shown any more: the plan may have changed.
      () => end(none),
    );
    return () => {
      isCurrent = false;
    };
  }, [rows, isOn]);
  const { of, words } = reading;
  const shown = useMemo(() => ({ words, isOver: of === rows }), [words, of, rows]);
  return <CprReading value={shown}>{children}</CprReading>;
}

/** CPR of one customer, never shortened. The words are English, like the emergency sheet. */
export function CprCell({ id }: { id: string }) {
  const t = useText();
  const { words, isOver } = useContext(CprReading);
  const row = words.get(id);
  if (!row)
    return <span className={css.cpr}>{t(isOver ? 'customers.cpr.notRead' : 'customers.cpr.reading')}</span>;
  const lines = row.words.split('\n').map((line) => <span key={line}>{line}</span>);
  return (
    <span lang="en" className={css.cpr}>
      {row.is_plan ? <b>{lines}</b> : lines}
    </span>
  );
}
