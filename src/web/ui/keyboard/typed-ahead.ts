/** The keys that a person typed while a dialog was loading: the text, and whether they pressed Enter. */
export type TypedAhead = { text: string; enter: boolean };

/** Maximum time for which keys are collected, in milliseconds: after it, the dialog probably does not load. */
const collectedForMs = 5_000;

/**
 * Collects the keys that a person types while a dialog is loading, so that they need not wait for it. The returned function ends
 * the collection and returns the keys. It also ends when the person clicks or presses Escape, and after `collectedForMs`.
 */
export function collectTyping(): () => TypedAhead {
  const ahead: TypedAhead = { text: '', enter: false };
  const end = () => {
    removeEventListener('keydown', onKey, { capture: true });
    removeEventListener('pointerdown', end, { capture: true });
    clearTimeout(timer);
  };
  const timer = setTimeout(end, collectedForMs);
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') end();
    if (event.key === 'Enter') ahead.enter = true;
    else if (event.key === 'Backspace') ahead.text = ahead.text.slice(0, -1);
    else if (event.key.length === 1) ahead.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('pointerdown', end, { capture: true });
  return () => {
    end();
    return ahead;
  };
}
