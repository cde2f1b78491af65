import { useEffect, type RefObject } from 'react';

/**
 * Moves focus to a box after each failed try when the error is shown beside it, so that screen readers read it once, with the
 * box. For a dialog with one box; forms have their summary.
 */
export function useFailureFocus(box: RefObject<HTMLElement | null>, failures: number): void {
  useEffect(() => {
    if (failures > 0) box.current?.focus();
  }, [box, failures]);
}
