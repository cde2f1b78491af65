import { useEffect, type RefObject } from 'react';

/** Number of frames within which React Aria may put focus on an item by itself. */
const framesOfAria = 3;
const framesToTry = 60;

/**
 * Puts focus on the first item of a menu that opened. With `autoFocus`, React Aria leaves focus on the menu itself if the menu
 * opens during the event of the press, so that Enter would do nothing.
 */
export function useFirstItem(layer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    let handle = requestAnimationFrame(look);
    function look() {
      const element = layer.current;
      const { activeElement } = document;
      if (element && activeElement !== element && activeElement?.closest('[role^=menuitem]')) return;
      frame += 1;
      if (frame > framesOfAria) element?.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
      if (frame < framesToTry) handle = requestAnimationFrame(look);
    }
    return () => cancelAnimationFrame(handle);
  }, [layer]);
}
