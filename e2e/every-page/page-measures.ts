import type { Page } from '@playwright/test';

/** Returns touch targets, using an input's surrounding card; hidden elements and links inside text are excluded. */
export function targetBoxes(): {
  words: string;
  part: Element;
  box: DOMRect;
  inMain: boolean;
  row: Element | null;
  layer: Element | null;
}[] {
  /** Returns the fixed or sticky ancestor of an element. */
  const layerOf = (part: Element): Element | null => {
    for (let up: Element | null = part; up; up = up.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(up).position)) return up;
    return null;
  };
  const touchable = 'a[href], button, input:not([type=hidden]), select, textarea, summary';
  const found = new Set<Element>();
  for (const part of document.querySelectorAll<HTMLElement>(touchable)) {
    const isInLine =
      part.tagName === 'A' && getComputedStyle(part).display === 'inline' && part.closest('p, li, span, dd');
    if (part.checkVisibility({ visibilityProperty: true }) && !part.matches('.skip, .vh') && !isInLine)
      found.add(part.closest('label') ?? part);
  }
  return [...found].map((part) => ({
    words: `${part.tagName.toLowerCase()} "${((part as HTMLElement).innerText || part.getAttribute('aria-label') || part.id).trim().slice(0, 40)}"`,
    part,
    box: part.getBoundingClientRect(),
    inMain: part.closest('main') !== null,
    // Consecutive rows of a list are a line each, as in a menu.
    row: part.closest('li, details'),
    layer: layerOf(part),
  }));
}

/**
 * Returns targets smaller than 44 px, and pairs closer than 8 px. Nested targets count as one. Targets in a fixed
 * element are compared only with each other, because the element covers the page and has a border.
 */
export const targetsTooNear = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    ${targetBoxes.toString()}
    const targets = targetBoxes();
    const found = [];
    for (const [index, { words, box, inMain, row, layer }] of targets.entries()) {
      if (box.width < 43.5 || box.height < 43.5)
        found.push(words + ': ' + Math.round(box.width) + ' by ' + Math.round(box.height));
      if (!inMain) continue;
      for (const other of targets.slice(index + 1)) {
        if (!other.inMain || layer !== other.layer) continue;
        const across = Math.max(other.box.left - box.right, box.left - other.box.right);
        const down = Math.max(other.box.top - box.bottom, box.top - other.box.bottom);
        const apart = Math.max(across, down);
        if (row && row !== other.row && row.parentElement === other.row?.parentElement && across < 0) continue;
        if (apart > -2 && apart < 7.5) found.push(words + ' and ' + other.words + ': ' + Math.round(apart) + ' apart');
      }
    }
    return found;
  })()`);

/** Returns text that overflows its container, and elements that extend past the sides of the screen. Runs in the page. */
function cutParts(): string[] {
  const width = document.documentElement.clientWidth;
  const shown = (part: Element) =>
    `${part.tagName.toLowerCase()}.${part.className} "${((part as HTMLElement).innerText || '').trim().slice(0, 40)}"`;
  /** A list of steps or a wide table scrolls sideways inside its own named region. */
  const movesItself = (part: Element) => {
    for (let up: Element | null = part; up; up = up.parentElement)
      if (
        up.matches('[role=region][tabindex], .tabs, .vh, .skip, svg, .art, .logo span') ||
        // Live regions are announced and not shown.
        getComputedStyle(up).clipPath === 'inset(50%)'
      )
        return true;
    return false;
  };
  const found: string[] = [];
  for (const part of document.querySelectorAll<HTMLElement>('body *')) {
    if (!part.checkVisibility({ visibilityProperty: true }) || movesItself(part)) continue;
    const { overflowX, overflowY, textOverflow, display, webkitLineClamp } = getComputedStyle(part);
    const box = part.getBoundingClientRect();
    if (box.width === 0 || display === 'inline') continue;
    if (box.right > width + 1 || box.left < -1)
      found.push(`${shown(part)} reaches from ${Math.round(box.left)} to ${Math.round(box.right)}`);
    const holds =
      overflowX !== 'visible' && textOverflow !== 'ellipsis' && !part.matches('input, textarea, select');
    if (holds && part.scrollWidth > part.clientWidth + 1)
      found.push(`${shown(part)} is ${part.scrollWidth} wide in ${part.clientWidth}`);
    if (
      overflowY === 'hidden' &&
      part.scrollHeight > part.clientHeight + 2 &&
      textOverflow !== 'ellipsis' &&
      webkitLineClamp === 'none'
    )
      found.push(`${shown(part)} is ${part.scrollHeight} high in ${part.clientHeight}`);
  }
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > width) found.push(`the page is ${scrollWidth} wide in ${width}`);
  const bar = document.querySelector<HTMLElement>('.bar');
  for (const part of bar?.querySelectorAll('a, button') ?? []) {
    const box = part.getBoundingClientRect();
    if (
      part.checkVisibility() &&
      bar &&
      (box.bottom > bar.getBoundingClientRect().bottom + 1 || box.top < -1)
    )
      found.push(`${shown(part)} reaches out of the bar`);
  }
  return found;
}

export const cut = (page: Page): Promise<string[]> => page.evaluate(cutParts);
