import { useEffect, type ReactNode } from 'react';
import { framedPeople, type FramedPerson } from '../../domain/menu/framed-people.ts';
import { hasSignedPlan, type SessionUser } from '../app/person.ts';
import { endFirstFrame, showsFirstFrame } from '../early/first-frame.ts';
import { seesPageAtOnce } from '../early/first-page.ts';
import { noteFrame } from '../ui/use-is-frame.ts';

/** The page that is drawn now: its language, its person, and whether it is at the address that the browser opened. */
type Drawn = { language: string; user: SessionUser | null; isAtFirstAddress: boolean };

/** Returns for whom the frame of a page was rendered. */
export const framedPersonOf = ({ dataset }: HTMLElement): FramedPerson | undefined =>
  framedPeople.find((who) => who === dataset['framedPerson']);

/** Whether this is the page that the build rendered: in this language, for this person, with nothing that an earlier page left. */
export function isAsRendered(root: HTMLElement, { language, user, isAtFirstAddress }: Drawn): boolean {
  // `key` and names with underscores are the router's own.
  const left = Object.keys((history.state as object | null) ?? {}).filter((key) => !/^(?:key$|__)/.test(key));
  if (root.dataset['frame'] !== language || location.hash !== '' || left.length > 0) return false;
  if (user === null) return framedPersonOf(root) === 'visitor';
  return isAtFirstAddress && framedPersonOf(root) === frameFor(user);
}

/** Returns whose frame a customer sees, as the server decides it (src/server/http/framed-customer.ts). */
function frameFor(user: SessionUser): FramedPerson | undefined {
  const { acps, for_my_self, second_step_due } = user;
  const sees =
    seesPageAtOnce(user) && for_my_self && !second_step_due && !acps.some(({ external }) => external);
  return sees ? (hasSignedPlan(user) ? 'signed' : 'writing') : undefined;
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
