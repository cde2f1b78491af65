import { useEffect, type ReactNode } from 'react';
import type { FramedPerson } from '../../domain/menu/framed-people.ts';
import { endFirstFrame, showsFirstFrame } from '../early/first-frame.ts';
import { noteFrame } from './use-is-frame.ts';

/** Whether the page that is drawn now is the one that the build rendered: in this language, for this person, with nothing that an earlier page left. */
export function isAsRendered(
  { dataset }: HTMLElement,
  language: string,
  who: FramedPerson | undefined,
): boolean {
  // `key` and names with underscores are the router's own.
  const left = Object.keys((history.state as object | null) ?? {}).filter((key) => !/^(?:key$|__)/.test(key));
  return (
    dataset['frame'] === language &&
    dataset['framedPerson'] === who &&
    location.hash === '' &&
    left.length === 0
  );
}

/** The fields of a visitor's pages that a browser fills in. */
const typedFields = 'input[type=email], input[type=password], input[type=text], input[type=tel]';

/** Makes the part of a page around an element react at once: React does this before it delivers a press, and nothing answers this one. */
function makeReact(element: Element): void {
  element.dispatchEvent(new MouseEvent('auxclick', { bubbles: true }));
}

/** Reports what a browser filled in before React was there: React compares with what it knew last, and would miss it. */
function reportFilledIn(input: HTMLInputElement, value: string): void {
  if (value === '') return;
  makeReact(input);
  // React notes what is assigned to the element itself, not what its prototype assigns.
  input.value = '';
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Makes the first frame a page that reacts, with what its visitor did meanwhile. */
function takeOver(root: HTMLElement): void {
  if (!showsFirstFrame(root)) return;
  // Read all values first: when a form registers a field, it clears fields that are not registered yet.
  const filled = [...root.querySelectorAll<HTMLInputElement>(typedFields)].map(
    (input) => [input, input.value] as const,
  );
  const title = root.querySelector('h1');
  if (title) makeReact(title);
  noteFrame(false);
  const pressed = endFirstFrame(root);
  for (const form of root.querySelectorAll('form[inert]')) form.removeAttribute('inert');
  for (const [input, value] of filled) reportFilledIn(input, value);
  pressed?.click();
}

/** Wraps a page that is drawn over its first frame. */
export function TakeOver({ root, children }: { root: HTMLElement; children: ReactNode }): ReactNode {
  // Afterwards: React delivers no press while it draws.
  useEffect(() => void setTimeout(() => takeOver(root)), [root]);
  return children;
}
