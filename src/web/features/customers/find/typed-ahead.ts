/** What was typed while the dialog was loading. */
export type TypedAhead = { text: string; enter: boolean };

/**
 * Collects what is typed from now on, until the returned function is called: a person types the name without waiting for the dialog.
 */
export function collectTyping(): () => TypedAhead {
  const ahead: TypedAhead = { text: '', enter: false };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Enter') ahead.enter = true;
    else if (event.key === 'Backspace') ahead.text = ahead.text.slice(0, -1);
    else if (event.key.length === 1) ahead.text += event.key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('keydown', onKey, { capture: true });
  return () => {
    removeEventListener('keydown', onKey, { capture: true });
    return ahead;
  };
}
