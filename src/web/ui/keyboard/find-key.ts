import { isTypingIn, usesSingleKeys } from './single-keys.ts';

/** Whether a key press opens the search: Ctrl-K or Command-K everywhere, / outside fields and dialogs. */
export function isFindKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.isComposing) return false;
  if (event.ctrlKey !== event.metaKey) return event.key.toLowerCase() === 'k' && !event.shiftKey;
  return event.key === '/' && !event.ctrlKey && !isTypingIn(event.target) && usesSingleKeys();
}
