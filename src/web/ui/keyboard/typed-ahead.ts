/** What was typed while a dialog was loading. */
export type TypedAhead = { text: string; enter: boolean };

/** Time after which keys are no longer collected, in milliseconds: the dialog does not load. */
const collectedForMs = 5_000;

/**
 * Collects what is typed while a dialog is loading, so that a person can type without waiting for it. Ends when the returned function is called, after
 * a press or Escape, and after some seconds.
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
