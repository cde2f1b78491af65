import type { Page } from '@playwright/test';
import { targetBoxes } from '../every-page/page-measures.ts';
import { rawKeysIn } from '../words.ts';

/** Colour with alpha: each part from 0 to 1. */
type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Returns elements that extend past the right edge of the screen; [] if the page does not scroll sideways. Runs in the page. */
function sidewaysParts(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const past = [...document.querySelectorAll('body *')].filter(
    (part) => part.getBoundingClientRect().right > clientWidth + 1,
  );
  return [
    `the page is ${scrollWidth} wide in ${clientWidth}`,
    ...past.slice(0, 3).map((part) => part.outerHTML.slice(0, 120)),
  ];
}

/** Returns visible text nodes with their elements, without text for screen readers only, or behind a dialog. Runs in the page. */
function shownTexts(): { node: Text; part: HTMLElement }[] {
  const found: { node: Text; part: HTMLElement }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const visible = new Map<Element, boolean>();
  const isShown = (part: HTMLElement): boolean => {
    const known = visible.get(part);
    if (known !== undefined) return known;
    const shown =
      part.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !part.closest('.vh, .skip, svg, .art, script, style, noscript, [inert]') &&
      getComputedStyle(part).clipPath !== 'inset(50%)' &&
      part.closest('[style*="clip-path"]') === null;
    visible.set(part, shown);
    return shown;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const part = node.parentElement;
    if (part && node.nodeValue?.trim() && isShown(part)) found.push({ node: node as Text, part });
  }
  return found;
}

/**
 * Returns texts below the enhanced contrast of WCAG 2 (1.4.6): 7:1, or 4.5:1 from 24 px, or from 18.66 px in bold. Disabled controls
 * and the logo are exempt there. Opacity counts. Runs in the page.
 */
function paleTexts(texts: { node: Text; part: HTMLElement }[]): string[] {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const known = new Map<string, Colour>();
  const colourOf = (value: string): Colour => {
    const cached = known.get(value);
    if (cached) return cached;
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = value;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const colour: Colour = [red / 255, green / 255, blue / 255, alpha / 255];
    known.set(value, colour);
    return colour;
  };
  const over = ([r, g, b, a]: Colour, [r2, g2, b2, a2]: Colour): Colour => {
    const alpha = a + a2 * (1 - a);
    const mix = (one: number, other: number) => (alpha === 0 ? 0 : (one * a + other * a2 * (1 - a)) / alpha);
    return [mix(r, r2), mix(g, g2), mix(b, b2), alpha];
  };
  const luminance = (colour: Colour) => {
    const [r = 0, g = 0, b = 0] = colour
      .slice(0, 3)
      .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const fade = ([r, g, b, a]: Colour, opacity: number): Colour => [r, g, b, a * opacity];
  const contrastOf = (part: Element, ink: string) => {
    let ground: Colour = [0, 0, 0, 0];
    let text = colourOf(ink);
    for (let up: Element | null = part; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      const behind = colourOf(style.backgroundColor);
      const opacity = Number(style.opacity);
      ground = fade(over(ground, behind), opacity);
      text = fade(over(text, behind), opacity);
      if (ground[3] > 0.999) break;
    }
    const canvas: Colour = [1, 1, 1, 1];
    const [light = 0, dark = 0] = [luminance(over(text, canvas)), luminance(over(ground, canvas))].toSorted(
      (one, other) => other - one,
    );
    return (light + 0.05) / (dark + 0.05);
  };
  const isExempt = (part: Element) =>
    part.closest('.logo, :disabled, [aria-disabled=true], [inert]') !== null ||
    part.closest('label')?.querySelector(':disabled') != null;
  const measure = (part: Element, words: string, pseudo?: string): string[] => {
    if (isExempt(part)) return [];
    const style = getComputedStyle(part, pseudo);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const contrast = contrastOf(part, style.color);
    return contrast >= (isLarge ? 4.5 : 7) - 0.005
      ? []
      : [
          `${part.tagName.toLowerCase()}.${part.className} "${words.trim().slice(0, 40)}" ${contrast.toFixed(2)}:1`,
        ];
  };
  const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter((field) =>
    field.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  );
  return [
    ...texts.flatMap(({ node, part }) => measure(part, node.data)),
    ...fields.flatMap((field) =>
      field.placeholder && !field.value
        ? measure(field, field.placeholder, '::placeholder')
        : field.value && !/^(radio|checkbox|range|file|color|hidden)$/.test(field.type)
          ? measure(field, field.value)
          : [],
    ),
  ];
}

/**
 * Returns texts of several lines whose last line has one letter or ideograph, with or without punctuation. Texts of one letter have
 * one line. Texts with a word that is wider than their line are left out. Runs in the page.
 */
function leftOverLetters(texts: { node: Text; part: HTMLElement }[]): string[] {
  const blocks = new Map<Element, Text[]>();
  for (const { node, part } of texts) {
    let block: Element = part;
    while (
      getComputedStyle(block).display.startsWith('inline') &&
      !getComputedStyle(block).display.includes('-')
    )
      block = block.parentElement ?? document.body;
    // Text between two blocks of the same element counts as a separate paragraph.
    blocks.set(block, [...(blocks.get(block) ?? []), node]);
  }
  const range = document.createRange();
  /** Whether a line breaks inside a word, such as a name that is wider than the screen: browsers then do not balance lines. */
  const hasBrokenWord = (node: Text) =>
    [...node.data.matchAll(/[\w.]{20,}/g)].some(({ index, 0: word }) => {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    });
  const found: string[] = [];
  for (const [block, nodes] of blocks) {
    const style = getComputedStyle(block);
    // A row of items is not a text, and the last lines of a shortened text are hidden.
    if ((/flex|grid/.test(style.display) && nodes.length > 1) || style.webkitLineClamp !== 'none') continue;
    const rects = nodes.flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width }) => width > 0);
    });
    const last = rects.reduce(
      (low, rect) => (rect.bottom > low.bottom ? rect : low),
      rects[0] ?? new DOMRect(),
    );
    const middle = (last.top + last.bottom) / 2;
    if (!rects.some(({ bottom }) => bottom <= middle) || nodes.some(hasBrokenWord)) continue;
    const letters: string[] = [];
    let inLine = true;
    for (const node of nodes.toReversed()) {
      for (let at = node.data.length - 1; inLine && at >= 0 && letters.length < 2; at -= 1) {
        if (!/[\p{L}\p{N}]/u.test(node.data[at]!)) continue;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getBoundingClientRect();
        if (box.width === 0) continue;
        inLine = box.bottom > middle;
        if (inLine) letters.push(node.data[at]!);
      }
    }
    if (letters.length === 1)
      found.push(
        `${block.tagName.toLowerCase()}.${block.className} "${(block as HTMLElement).innerText.trim().slice(-60)}"`,
      );
  }
  return found;
}

/** Returns targets smaller than 44 px, without those behind a dialog. Runs in the page. */
function smallTargets(): string[] {
  return targetBoxes().flatMap(({ words, part, box: { width, height } }) =>
    (width < 43.5 || height < 43.5) && !part.closest('[inert]')
      ? [`${words}: ${Math.round(width)} by ${Math.round(height)}`]
      : [],
  );
}

/** Returns faults of the open dialogs: no title, or content that is wider than the screen or than the dialog. Runs in the page. */
function dialogFaults(): string[] {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].flatMap(
    (dialog) => {
      const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.innerText.trim();
      const named = title || dialog.getAttribute('aria-label');
      const box = dialog.getBoundingClientRect();
      const over = [dialog, ...dialog.querySelectorAll<HTMLElement>('*')].find(
        (part) => !part.closest('.vh, svg') && part.getBoundingClientRect().right > width + 1,
      );
      return [
        ...(named ? [] : ['a dialog without title']),
        ...(box.left < -1 || over
          ? [`a dialog reaches out of the screen: ${(over ?? dialog).outerHTML.slice(0, 120)}`]
          : []),
      ];
    },
  );
}

/**
 * Returns missing parts of the frame: the bar, one main part, one title with words or the note that the page is loading, and a
 * telephone number beside a failure. Runs in the page.
 */
function missingFrame(): string[] {
  const shown = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((part) => part.checkVisibility());
  const [mains, titles] = [shown('main, [role=main]').length, shown('h1')];
  const isLoading = shown('main .loading').length > 0;
  const hasFailed = shown('main [role=alert] button').length > 0;
  return [
    ...(shown('header').length === 0 ? ['no bar'] : []),
    ...(mains === 1 ? [] : [`${mains} main parts`]),
    ...(titles.length === 1 || (titles.length === 0 && isLoading) ? [] : [`${titles.length} titles`]),
    ...(titles.every((title) => title.innerText.trim()) ? [] : ['an empty title']),
    ...(document.title.trim() ? [] : ['no title in the browser']),
    ...(hasFailed && shown('a[href^="tel:"]').length === 0 ? ['no telephone number beside a failure'] : []),
  ];
}

const placeholders = /\{\w+\}|\bundefined\b|\bNaN\b|\[object |\bInvalid Date\b|\bTODO\b|\bLorem\b|\bnull\b/;

/** Kinds of faults that the view of a page can have. */
export type Fault = 'sideways' | 'pale' | 'target' | 'left over' | 'raw' | 'frame';

const program = `(() => {
  ${[targetBoxes, sidewaysParts, shownTexts, paleTexts, leftOverLetters, smallTargets, dialogFaults, missingFrame].map(String).join('\n')}
  const texts = shownTexts();
  return {
    text: document.body.innerText,
    faults: {
      sideways: sidewaysParts(),
      pale: paleTexts(texts),
      target: smallTargets(),
      'left over': leftOverLetters(texts),
      frame: [...missingFrame(), ...dialogFaults()],
    },
  };
})()`;

/** Returns the faults of a page as it is shown, one line per fault. */
export async function pageFaults(page: Page): Promise<string[]> {
  const { text, faults } = await page.evaluate<{
    text: string;
    faults: Readonly<Record<Exclude<Fault, 'raw'>, string[]>>;
  }>(program);
  const raw = [...rawKeysIn(text), ...text.split('\n').filter((line) => placeholders.test(line))];
  return Object.entries({ ...faults, raw }).flatMap(([kind, lines]) =>
    [...new Set(lines)].map((line) => `${kind}: ${line}`),
  );
}
