import type { Page } from '@playwright/test';

/** A tab stop of a page. */
export type Stop = {
  /** The element, described so that a person can find it. */
  what: string;
  /** True if a ring shows the focus, and disappears without focus. */
  ring: boolean;
  /** The element that covers it, or that it is off the screen, if it is not visible. */
  hidden: string | null;
  /** Stops with one name are one group, such as the options of a question: Tab goes to one of them. */
  place: string;
};

/**
 * Describes the focused element, and marks it as the stop of this number. Self-contained, since it runs in the page. An
 * input in a card has the size of the card.
 */
function stopHere(): Stop | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const seen = element.closest('label') ?? element;
  const box = seen.getBoundingClientRect();
  const nameOf = (part: Element) =>
    `${part.tagName.toLowerCase()} "${(part.getAttribute('aria-label') ?? (part as HTMLElement).innerText ?? '').trim().slice(0, 50)}"`;
  const outlines = () =>
    [element, seen].map((part) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(part);
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return isDrawn ? `${outlineWidth} ${outlineColor} ${outlineOffset}` : '';
    });
  const focused = outlines();
  (element as HTMLElement).blur();
  const unfocused = outlines();
  (element as HTMLElement).focus({ preventScroll: true });
  const inset = 3;
  // The page may re-render during the walk, so a stop is identified by its element.
  const known = ((window as { places?: WeakMap<Element, string> }).places ??= new WeakMap());
  const kept = (window as { lastPlace?: number }).lastPlace ?? 0;
  if (!known.has(element)) {
    (window as { lastPlace?: number }).lastPlace = kept + 1;
    known.set(element, String(kept + 1));
  }
  const beyond = 'beyond the screen';
  const over = [
    [box.left + inset, box.top + inset],
    [box.right - inset, box.top + inset],
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + inset, box.bottom - inset],
    [box.right - inset, box.bottom - inset],
  ].flatMap(([x = 0, y = 0]) => {
    const top = document.elementFromPoint(x, y);
    if (!top) return [beyond];
    return seen.contains(top) || top.contains(seen) ? [] : [`under ${nameOf(top)}`];
  });
  const radio = element instanceof HTMLInputElement && element.type === 'radio';
  const seenHeight = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
  const isSeen = seenHeight >= Math.min(box.height / 2, 48);
  return {
    what: nameOf(seen),
    ring: focused.some((outline, index) => outline !== '' && outline !== unfocused[index]),
    // A tall field may extend past the edge of the screen: its lines scroll into view during typing.
    hidden: over.find((each) => each !== beyond || !isSeen) ?? null,
    place: radio ? `radios ${element.name}` : known.get(element)!,
  };
}

/** Presses Tab, or Shift+Tab, from one end of a page to the other. Returns each stop. */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(stopHere);
    if (!stop || stop.place === stops[0]?.place) return stops;
    stops.push(stop);
  }
  throw new Error(`${key} never came to an end on ${page.url()}`);
}

/**
 * Returns the stops of a page in an unexpected order: the next one is above or, in a line, before the previous one.
 * Fixed elements are compared only with each other. Runs in the page.
 */
function backwards(): string[] {
  const stays = (element: Element) => {
    for (let part: Element | null = element; part; part = part.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(part).position)) return part;
    return null;
  };
  const focusable =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])';
  const stops = [...document.querySelectorAll<HTMLElement>(focusable)]
    .filter((element) => element.tabIndex >= 0 && element.checkVisibility() && !element.matches('.skip'))
    .map((element) => ({
      words: (element.innerText || element.getAttribute('aria-label') || element.id).trim().slice(0, 40),
      box: (element.closest('label') ?? element).getBoundingClientRect(),
      frame: stays(element),
    }));
  return stops.flatMap((one, index) => {
    const next = stops[index + 1];
    if (!next || next.frame !== one.frame) return [];
    const [a, b] = [one.box, next.box];
    const above = b.bottom <= a.top + 1 && b.left < a.right && a.left < b.right;
    const before = b.right <= a.left + 1 && b.top < a.bottom - 8 && a.top < b.bottom - 8;
    return above || before ? [`"${one.words}" comes before "${next.words}"`] : [];
  });
}

/** Returns pairs of stops whose order on the screen is not the tab order. */
export const outOfOrder = (page: Page): Promise<string[]> => page.evaluate(backwards);
