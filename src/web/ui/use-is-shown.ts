import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is on the page, for work that may end after it was left. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
