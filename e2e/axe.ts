import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const nearAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const program = readFileSync(nearAxe.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns what axe finds on a page in its current state, one line per element; [] means no findings. Frames of other sites
 * are not checked: the product has none.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  // A page keeps the injected program until it is reloaded.
  for (const frame of page.frames())
    if (!(await frame.evaluate<boolean>(`typeof axe === 'object'`))) await frame.evaluate(program);
  const { violations } = await axeOf(page)
    // Findings identify elements by their HTML: computing selectors for all checked elements costs a third of the time.
    .options({ runOnly: { type: 'tag', values: rules }, resultTypes: ['violations'], selectors: false })
    .analyze();
  const others = violations.filter(({ id }) => id !== targetSize);
  const sizes = others.length < violations.length ? await sizesInReach(page) : [];
  return [...others, ...sizes].flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

const targetSize = 'target-size';

/** Without this, each check opens a blank page to merge the findings of frames of other sites. */
const axeOf = (page: Page) => new AxeBuilder({ page, axeSource: ';' }).setLegacyMode();

/**
 * Fixed elements, such as the bar or the buttons of a step, cover a target only until the page is scrolled. Returns code that turns pointer
 * events of fixed elements off, or on again.
 */
const letTouchesThrough = (through: boolean) => `for (const element of document.querySelectorAll('body *')) {
  const { position } = getComputedStyle(element);
  if (position === 'sticky' || position === 'fixed') element.style.pointerEvents = ${through ? "'none'" : "''"};
}`;

/** Targets that are too small. A target that an open menu partly covers cannot be touched until the menu is closed. */
async function sizesInReach(page: Page) {
  await page.evaluate(letTouchesThrough(true));
  const { violations } = await axeOf(page)
    .withRules(targetSize)
    .exclude('[inert]')
    .exclude('[aria-hidden=true]')
    .analyze();
  await page.evaluate(letTouchesThrough(false));
  return violations;
}

/** Returns by how many pixels a page extends beyond the right edge of the screen. */
export const sidewaysBy = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Expects no axe findings on a page, and no horizontal scrolling. */
export async function isInOrder(page: Page): Promise<void> {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysBy(page)).toBeLessThanOrEqual(0);
}

/** Waits until the page has the colours of a theme and no transition is running. */
export const settled = (page: Page, colorScheme: 'light' | 'dark') =>
  page.evaluate(`(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    while (!matchMedia('(prefers-color-scheme: ${colorScheme})').matches) await frame();
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    await frame();
  })()`);
