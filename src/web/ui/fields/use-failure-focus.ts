import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves focus to a box after each failed try, when what is wrong stands beside it: so it is spoken with the box, once. For a
 * dialog with one box; forms have their summary.
 */
export function useFailureFocus<Box extends HTMLElement>(failures: number): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useEffect(() => {
    if (failures > 0) box.current?.focus();
  }, [failures]);
  return box;
}
