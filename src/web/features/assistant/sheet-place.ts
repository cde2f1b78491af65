/** On a small screen the panel is a sheet at the lower or upper edge; lengths are percents of the height of the screen. */
export type SheetPlace = { edge: 'bottom' | 'top'; from: number; height: number };

/** As much of the screen as the sheet takes at most, and at least. */
const most = 44;
const least = 30;

const gap = 1;

/** The sheet that the reader asked for: at the lower edge. */
export const lowSheet: SheetPlace = { edge: 'bottom', from: 0, height: most };

type Line = { top: number; bottom: number };

/**
 * Where a sheet leaves an answer, or what else has focus, to be seen: at the edge with more room, and no further than it.
 * All three are in pixels from the top of the screen; `bar` is where the bar of the page ends.
 */
export function sheetBeside(answer: Line, bar: number, screen: number): SheetPlace {
  const percent = (length: number) => (length / screen) * 100;
  const above = percent(answer.top - bar) - gap;
  const below = percent(screen - answer.bottom) - gap;
  const height = Math.max(least, Math.min(most, Math.max(above, below)));
  return above > below ? { edge: 'top', from: percent(bar), height } : { edge: 'bottom', from: 0, height };
}

/** The sheet beside something on the page. */
export function sheetFor(shown: Element): SheetPlace {
  const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  return sheetBeside(shown.getBoundingClientRect(), Math.max(0, bar), window.innerHeight);
}

/** The sheet for the answer that is picked in a box of the page. */
export function sheetForPicked(boxId: string): SheetPlace {
  const picked = document.getElementById(boxId)?.querySelector('label:has(input:checked)');
  return picked ? sheetFor(picked) : lowSheet;
}
