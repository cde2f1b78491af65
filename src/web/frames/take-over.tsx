import { useEffect, type ReactNode } from 'react';
import { endFirstFrame, showsFirstFrame } from '../early/first-frame.ts';

/** What the router itself keeps with an entry of the browser's history. */
const ofRouter = new Set(['key', '__TSR_key', '__TSR_index']);

/** Whether the page that is drawn now is the one that the build rendered: in this language, with nothing that an earlier page left. */
export function isAsRendered(root: HTMLElement, language: string): boolean {
  const state = Object.keys((history.state as object | null) ?? {});
  return (
    root.dataset['frame'] === language && location.hash === '' && state.every((key) => ofRouter.has(key))
  );
}

/** Reports what a browser filled in before React was there: React compares with what it knew last, and would miss it. */
function reportFilledIn(input: HTMLInputElement): void {
  const { value } = input;
  if (value === '') return;
  // React notes what is assigned to the element itself, not what its prototype assigns.
  input.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Makes the first frame a page that reacts, with what its visitor did meanwhile. */
function takeOver(root: HTMLElement): void {
  if (!showsFirstFrame(root)) return;
  const pressed = endFirstFrame(root);
  for (const form of root.querySelectorAll('form[inert]')) form.removeAttribute('inert');
  for (const input of root.querySelectorAll('input')) reportFilledIn(input);
  pressed?.click();
}

/** Wraps a page that is drawn over its first frame. */
export function TakeOver({ root, children }: { root: HTMLElement; children: ReactNode }): ReactNode {
  useEffect(() => takeOver(root), [root]);
  return children;
}
