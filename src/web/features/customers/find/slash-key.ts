import { keep, readKept } from '../../../app/browser-store.ts';

const key = 'wattle.find.slash';

/** Whether the / key opens the search in this browser. People who speak to their computer may switch it off (WCAG 2.1.4). */
export const opensWithSlash = (): boolean => readKept(key) !== 'off';

export const setOpensWithSlash = (opens: boolean): void => keep(key, opens ? 'on' : 'off');

const isTypingIn = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);

/** Whether a key press opens the search: Ctrl-K or Command-K everywhere, / outside fields and dialogs. */
export function isFindKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false;
  if (event.ctrlKey !== event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !isTypingIn(event.target) && opensWithSlash();
}
