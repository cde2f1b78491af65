import { useSyncExternalStore } from 'react';

const narrowScreen = matchMedia('(max-width: 1023px)');

/** Whether the screen is narrower than the layout with a menu beside the page (CONST-05). */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrowScreen.addEventListener('change', listener);
      return () => narrowScreen.removeEventListener('change', listener);
    },
    () => narrowScreen.matches,
    () => false,
  );
