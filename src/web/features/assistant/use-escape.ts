import { useEffect } from 'react';

/** What has Escape for itself while focus is in it. */
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Does something at Escape, wherever focus is on the page; not where a dialog or a menu closes with it. */
export function useEscape(active: boolean, act: () => void): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      if (document.querySelector(layers)) return;
      act();
    };
    // Runs before the dialog or menu handles the key: afterwards the layer is already closed.
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [active, act]);
}
