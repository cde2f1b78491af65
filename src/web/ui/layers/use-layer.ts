import { useEffect, useState, type RefObject } from 'react';
import { rescueFocus } from '../rescue-focus.ts';
import { pressNow, shieldBehind, shieldPressed } from './shield.ts';

/** Control that opened the last opened menu. */
let menuOpener: Element | null = null;

/** Control that opened the last closed layer, until the next press or key. */
let leftBehind: Element | null = null;
const forgetOpener = () => (leftBehind = null);
if (typeof document !== 'undefined')
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, forgetOpener, { capture: true });

/**
 * Returns the control that opens a layer now. A menu item disappears with its menu, so the control that opened the menu replaces
 * it.
 */
function openerNow(): Element | null {
  const { activeElement, body } = document;
  if (activeElement === body || activeElement === null) return leftBehind;
  return activeElement.closest('[role=menu]') ? menuOpener : activeElement;
}

/**
 * Must be used by every layer over a page: dialogs, menus, popovers, drawers, sheets. While the layer opens and after it closes,
 * the second tap of a double tap has no effect. Focus returns to the control that opened it, also in cases that React Aria does
 * not handle: a dialog that a menu opens starts when the pressed item is gone, and when a response of the server closes a dialog,
 * React Aria may try before the page behind it is no longer inert (adobe/react-spectrum#10610). `trigger` is the button of a
 * menu.
 */
export function useLayer(trigger?: RefObject<Element | null>): void {
  const [before] = useState(() => trigger?.current ?? openerNow());
  useEffect(() => {
    if (trigger) menuOpener = before;
    shieldPressed(pressNow());
    return () => {
      shieldBehind();
      leftBehind = before;
      rescueFocus(() => (before instanceof HTMLElement && before.isConnected ? before : null));
    };
  }, [before, trigger]);
}
