import { useEffect, type RefObject } from 'react';
import { sheetFor, type SheetPlace } from './sheet-place.ts';

/** So many frames in the same place, and what took focus is no longer being scrolled to. */
const stillFrames = 4;

/** What is seen to have focus: with the words of an answer, its box. */
const shownWith = (focused: Element) => focused.closest('label') ?? focused;

/** Whether a sheet lies over some of an element. */
function covers(sheet: Element, element: Element): boolean {
  const [over, under] = [sheet.getBoundingClientRect(), element.getBoundingClientRect()];
  const top = Math.max(over.top, under.top);
  const bottom = Math.min(over.bottom, under.bottom);
  if (top >= bottom) return false;
  const found = document.elementFromPoint(under.left + under.width / 2, (top + bottom) / 2);
  return found !== null && sheet.contains(found);
}

/** Calls `act` once an element has stopped moving; gives the way to call it off. */
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
 * Keeps the sheet of a small screen off what has focus (2.4.11). The sheet makes room, and nothing on the page moves: scrolled clear
 * of the sheet, an answer would go from under the finger that touches it.
 */
export function useClearFocus(
  panel: RefObject<HTMLElement | null>,
  place: (sheet: SheetPlace) => void,
): void {
  useEffect(() => {
    let callOff = () => {};
    const onFocus = ({ target }: FocusEvent) => {
      const sheet = panel.current;
      // What is around the sheet cannot be clear of it; a touch beside every box has it for a moment.
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
