import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const inputEvents = ['pointerdown', 'keydown'] as const;

/** Returns `print`, which prints a sheet instead of the page, and `sheet`, which is true while the sheet is rendered. */
export function useSheetPrinting() {
  const [sheet, setSheet] = useState(false);
  useEffect(() => {
    if (!sheet) return undefined;
    // Not on `afterprint`: some browsers fire it while they still draw. The next input on the page removes the
    // sheet, so that printing prints the page again.
    const clear = () => setSheet(false);
    for (const event of inputEvents) addEventListener(event, clear, { capture: true });
    return () => {
      for (const event of inputEvents) removeEventListener(event, clear, { capture: true });
    };
  }, [sheet]);
  const print = () => {
    flushSync(() => setSheet(true));
    window.print();
  };
  return { sheet, print };
}
