import { useEffect, useState } from 'react';
import { rescueFocus } from '../rescue-focus.ts';

/**
 * Gives focus back to what had it before a dialog, also when React Aria could not: it tries once, in the next frame, and when an answer
 * of the server closes the dialog, that may come before the page behind it is no longer inert (adobe/react-spectrum#10610).
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => rescueFocus(() => (before instanceof HTMLElement && before.isConnected ? before : null)),
    [before],
  );
}
