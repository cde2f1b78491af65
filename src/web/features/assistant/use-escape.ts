import { useEffect } from 'react';

/** Layers that handle Escape themselves while they have the focus. */
const layers = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Calls `act` on Escape, wherever the focus is on the page; not if Escape closes a dialog or a menu. */
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
