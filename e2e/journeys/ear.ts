import { expect, type CDPSession, type Page } from '@playwright/test';

/** Notes what the live regions of a page say. Runs in the page before its own scripts. */
const listening = `new MutationObserver((changes) => {
  const regions = new Set();
  for (const { target, addedNodes } of changes) {
    const place = target.nodeType === 1 ? target : target.parentElement;
    regions.add(place?.closest('[role=status], [role=alert], [aria-live]'));
    for (const added of addedNodes) if (added.matches?.('[role=alert]')) regions.add(added);
  }
  regions.delete(null);
  regions.delete(undefined);
  for (const region of regions) {
    const words = region.textContent.trim();
    if (words) window.said(words);
  }
}).observe(document, { childList: true, subtree: true, characterData: true });`;

type Node = {
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
};

const states = ['required', 'checked', 'invalid', 'expanded', 'pressed', 'disabled'];

/** What a screen reader says of an element, out of the accessibility tree of the browser. */
function spoken({ role, name, description, properties = [] }: Node): string {
  const valueOf = (wanted: string) =>
    JSON.stringify(properties.find((each) => each.name === wanted)?.value.value ?? '').replaceAll('"', '');
  const level = valueOf('level');
  return [
    name?.value,
    `${role?.value}${level && ` ${level}`}`,
    ...states.filter((state) => valueOf(state) === 'true'),
    description?.value,
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Hears a page as a screen reader says it: where focus goes, with the group or dialog it comes into, and what live regions say.
 */
export class Ear {
  readonly lines: string[] = [];
  private readonly browser: CDPSession;
  private group = '';

  private constructor(browser: CDPSession) {
    this.browser = browser;
  }

  static async on(page: Page): Promise<Ear> {
    const ear = new Ear(await page.context().newCDPSession(page));
    await page.exposeFunction('said', (words: string) => {
      if (ear.lines.at(-1) !== `(${words})`) ear.lines.push(`(${words})`);
    });
    await page.addInitScript(listening);
    return ear;
  }

  private async nodeAt(expression: string): Promise<string> {
    const { result } = await this.browser.send('Runtime.evaluate', { expression });
    if (!result.objectId) return '';
    const { nodes } = await this.browser.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    return nodes[0] ? spoken(nodes[0]) : '';
  }

  /** Notes where focus is now. */
  async focus(): Promise<void> {
    const group = await this.nodeAt(
      `document.activeElement.parentElement?.closest('fieldset[role], [role=group], [role=dialog], [role=alertdialog]')`,
    );
    if (group && group !== this.group) this.lines.push(`[${group}]`);
    this.group = group;
    // The tree of the browser comes a moment after the page.
    let said = '';
    await expect.poll(async () => (said = await this.nodeAt('document.activeElement'))).not.toBe('none');
    this.lines.push(said);
  }
}
