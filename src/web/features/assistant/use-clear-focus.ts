import { useEffect, type RefObject } from 'react';
import { sheetFor, type SheetPlace } from './sheet-place.ts';

/** Number of frames in the same place after which the focused element is no longer being scrolled to. */
const stillFrames = 4;

/** Returns the element that visibly has the focus: for an answer, the box with its words. */
const shownWith = (focused: Element) => focused.closest('label') ?? focused;

/** Whether a sheet covers a part of an element. */
function covers(sheet: Element, element: Element): boolean {
  const [over, under] = [sheet.getBoundingClientRect(), element.getBoundingClientRect()];
  const top = Math.max(over.top, under.top);
  const bottom = Math.min(over.bottom, under.bottom);
  if (top >= bottom) return false;
  const found = document.elementFromPoint(under.left + under.width / 2, (top + bottom) / 2);
  return found !== null && sheet.contains(found);
}

/** Calls `act` once an element has stopped moving; returns a function that cancels it. */
function whenStill(element: Element, act: () => void): () => void {
  let [last, frames] = [NaN, 0];
  const look = () => {
    const { top } = element.getBoundingClientRect();
    frames = top === last ? frames + 1 : 0;
    last = top;
    if (frames >= stillFrames) act();
    else next = requestAnimationFrame(look);
  };
  let next = requestAnimationFrame(look);
  return () => cancelAnimationFrame(next);
}

/**
 * Keeps the sheet of a small screen off the focused element (2.4.11). The sheet moves, and nothing on the page does: if an answer
 * were scrolled clear of the sheet, it would move from under the finger that touches it.
 */
export function useClearFocus(
  panel: RefObject<HTMLElement | null>,
  place: (sheet: SheetPlace) => void,
): void {
  useEffect(() => {
    let callOff = () => {};
    const onFocus = ({ target }: FocusEvent) => {
      const sheet = panel.current;
      // An ancestor of the sheet cannot be clear of it; a touch beside every box focuses one for a moment.
      if (!sheet || !(target instanceof Element) || target.contains(sheet)) return;
      callOff();
      if (sheet.contains(target)) return;
      const shown = shownWith(target);
      callOff = whenStill(shown, () => {
        if (covers(sheet, shown)) place(sheetFor(shown));
      });
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      callOff();
      document.removeEventListener('focusin', onFocus);
    };
  }, [panel, place]);
}
