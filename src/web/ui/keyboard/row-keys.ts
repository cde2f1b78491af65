import { useEffect, type RefObject } from 'react';
import { isSingleKey } from './single-keys.ts';

const rowSelector = 'tbody tr, li[data-row]';

/** Returns the link or button that names a row; null if there is none. */
const nameOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[data-row-name] a, [data-row-name] button') ??
  row.querySelector<HTMLElement>('a, button:not([aria-haspopup=menu])');

/** Whether the arrow keys can reach a row of the list. A menu button has arrow keys of its own, which open the menu. */
export const hasRowKeys = (area: Element): boolean =>
  [...area.querySelectorAll(rowSelector)].some((row) => nameOf(row) !== null);

/** Returns the row in which the focus must move; undefined for a key that belongs to the focused element. */
function targetRow(event: KeyboardEvent, row: Element, rows: readonly Element[]): Element | undefined {
  const isOwn = event.target === nameOf(row) || (event.target as Element).matches('input[type=checkbox]');
  if (!isOwn || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  const at = rows.indexOf(row);
  switch (event.key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return rows[at - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    default:
      return undefined;
  }
}

/**
 * Moves the focus between the rows of a list with the arrow keys, Home and End, and picks a row with x, if a row has the focus
 * (N-11). Enter opens the row, because its name is a link. The Tab key stops at each control as before.
 */
export function useRowKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const row = event.target instanceof Element ? event.target.closest(rowSelector) : null;
      if (!row || event.defaultPrevented || event.isComposing) return;
      if (isSingleKey(event, 'x')) {
        const tick = row.querySelector<HTMLInputElement>('input[type=checkbox]');
        if (!tick) return;
        event.preventDefault();
        tick.click();
        return;
      }
      const next = targetRow(event, row, [...element.querySelectorAll(rowSelector)]);
      const name = next && nameOf(next);
      if (!name) return;
      event.preventDefault();
      name.focus();
    };
    element.addEventListener('keydown', onKey);
    return () => element.removeEventListener('keydown', onKey);
  }, [area]);
}
