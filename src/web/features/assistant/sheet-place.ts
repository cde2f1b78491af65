/** Sheet at the lower or upper edge of a small screen; lengths are percents of the height of the screen. */
export type SheetPlace = { edge: 'bottom' | 'top'; from: number; height: number };

/** Maximum and minimum height of the sheet, in percent of the screen. */
const most = 44;
const least = 30;

const gap = 1;

/** Sheet that the reader opened: at the lower edge. */
export const lowSheet: SheetPlace = { edge: 'bottom', from: 0, height: most };

type Line = { top: number; bottom: number };

/**
 * Returns the sheet that keeps an answer, or another focused element, visible: at the edge with more space, and no further than
 * the element. All three arguments are in pixels from the top of the screen; `bar` is the lower end of the page's bar.
 */
export function sheetBeside(answer: Line, bar: number, screen: number): SheetPlace {
  const percent = (length: number) => (length / screen) * 100;
  const above = percent(answer.top - bar) - gap;
  const below = percent(screen - answer.bottom) - gap;
  const height = Math.max(least, Math.min(most, Math.max(above, below)));
  return above > below ? { edge: 'top', from: percent(bar), height } : { edge: 'bottom', from: 0, height };
}

/** Returns the sheet beside an element of the page. */
export function sheetFor(shown: Element): SheetPlace {
  const bar = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
  return sheetBeside(shown.getBoundingClientRect(), Math.max(0, bar), window.innerHeight);
}

/** Returns the sheet for the picked answer in a field of the page. */
export function sheetForPicked(boxId: string): SheetPlace {
  const picked = document.getElementById(boxId)?.querySelector('label:has(input:checked)');
  return picked ? sheetFor(picked) : lowSheet;
}
