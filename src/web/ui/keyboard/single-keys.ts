import { keep, readKept } from '../../app/browser-store.ts';

const key = 'wattle.find.slash';

/**
 * Whether keys without Ctrl are shortcuts in this browser, such as / and ?. People who speak to their computer may switch them off
 * (WCAG 2.1.4).
 */
export const usesSingleKeys = (): boolean => readKept(key) !== 'off';

export const setUsesSingleKeys = (uses: boolean): void => keep(key, uses ? 'on' : 'off');

/** Whether a key would be typed into its target. */
export const isTypingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type=checkbox]), textarea, select') !== null);

/** Whether a key press is this single key, outside fields and dialogs. */
export const isSingleKey = (event: KeyboardEvent, single: string): boolean =>
  event.key === single &&
  !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) &&
  !isTypingIn(event.target) &&
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') === null &&
  usesSingleKeys();
