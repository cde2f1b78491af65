import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is mounted, for work that may end after the page was left. */
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
