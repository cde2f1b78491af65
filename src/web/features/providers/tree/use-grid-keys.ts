import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import { rescueFocus } from '../../../ui/rescue-focus.ts';

/** Attributes of a row: its id, and whether it can be opened or closed. */
const rowSelector = '[role="row"][data-row]';

const rowsOf = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>(rowSelector)];

export const hasTreeRows = (grid: HTMLElement): boolean => rowsOf(grid).length > 0;

/**
 * Returns the elements of a row that can have the focus, from left to right: the control in a cell, or the cell if it has only
 * text.
 */
const stopsOf = (row: HTMLElement): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>('[role="gridcell"]')]
    .filter((cell) => cell.checkVisibility())
    .flatMap((cell) => {
      const inside = [...cell.querySelectorAll<HTMLElement>('a, button')].filter((part) =>
        part.checkVisibility(),
      );
      return inside.length > 0 ? inside : [cell];
    });

const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'));

/** Returns the parent row. */
function parentOf(rows: readonly HTMLElement[], row: HTMLElement): HTMLElement | undefined {
  return rows.slice(0, rows.indexOf(row)).findLast((each) => levelOf(each) < levelOf(row));
}

/** Returns the element to which a key moves the focus, or `toggle` if it opens or closes the row. */
function goalOf(grid: HTMLElement, event: KeyboardEvent<HTMLElement>): HTMLElement | 'toggle' | undefined {
  if (!(event.target instanceof HTMLElement)) return undefined;
  const { key, target, ctrlKey } = event;
  const rows = rowsOf(grid);
  const row = target.closest<HTMLElement>(rowSelector);
  if (!row) return undefined;
  const isRow = target === row;
  const stops = stopsOf(row);
  const at = stops.indexOf(target);
  const index = rows.indexOf(row);
  const inRow = (other: HTMLElement | undefined) =>
    isRow ? other : other && (stopsOf(other)[at] ?? stopsOf(other).at(-1));
  const expanded = row.getAttribute('aria-expanded');
  const canToggle = row.dataset['toggles'] === 'yes';
  switch (key) {
    case 'ArrowDown':
      return inRow(rows[index + 1]);
    case 'ArrowUp':
      return inRow(rows[index - 1]);
    case 'ArrowRight':
      if (!isRow) return stops[at + 1];
      return canToggle && expanded === 'false' ? 'toggle' : stops[0];
    case 'ArrowLeft':
      if (!isRow) return at > 0 ? stops[at - 1] : row;
      return canToggle && expanded === 'true' ? 'toggle' : parentOf(rows, row);
    case 'Home':
      return isRow || ctrlKey ? inRow(rows[0]) : stops[0];
    case 'End':
      return isRow || ctrlKey ? inRow(rows.at(-1)) : stops.at(-1);
    case 'Enter':
      return isRow ? (canToggle ? 'toggle' : stops[0]) : undefined;
    default:
      return undefined;
  }
}

type Keys = {
  grid: RefObject<HTMLDivElement | null>;
  /** Id of the row that Tab moves to, with its controls. */
  current: string | undefined;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
};

/**
 * Keyboard control of a treegrid (ARIA Authoring Practices): up and down move between rows, right and left open and close a row
 * or move inside it, Home and End move to its ends or those of the grid, Enter opens and closes.
 */
export function useGridKeys(ids: readonly string[], onToggle: (id: string) => void): Keys {
  const grid = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<string>();
  const isGone = chosen !== undefined && !ids.includes(chosen);
  const current = chosen !== undefined && !isGone ? chosen : ids[0];

  useEffect(() => {
    // The row was removed with the focused element, for example after its provider was archived: the first row gets the focus.
    if (!isGone) return;
    rescueFocus(() => grid.current?.querySelector<HTMLElement>(`${rowSelector}[tabindex="0"]`));
  }, [isGone, grid]);

  return {
    grid,
    current,
    onFocus({ target }) {
      const row = target.closest<HTMLElement>(rowSelector);
      if (row) setChosen(row.dataset['row']);
    },
    onKeyDown(event) {
      if (event.defaultPrevented || event.altKey || event.metaKey || event.shiftKey) return;
      const found = grid.current ? goalOf(grid.current, event) : undefined;
      if (found === undefined) return;
      event.preventDefault();
      if (found !== 'toggle') found.focus();
      else if (event.target instanceof HTMLElement) onToggle(event.target.dataset['row'] ?? '');
    },
  };
}
