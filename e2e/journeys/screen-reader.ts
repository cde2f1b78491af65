import { expect, type CDPSession, type Page } from '@playwright/test';

/** Records the announcements of a page's live regions. Runs in the page before its own scripts. */
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

/** Returns a screen reader's output for an element, from the browser's accessibility tree. */
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
 * Records a page as a screen reader announces it: each focused element, with the group or dialog it enters, and live regions.
 */
export class ScreenReader {
  readonly lines: string[] = [];
  private readonly browser: CDPSession;
  private group = '';

  private constructor(browser: CDPSession) {
    this.browser = browser;
  }

  static async on(page: Page): Promise<ScreenReader> {
    const screenReader = new ScreenReader(await page.context().newCDPSession(page));
    await page.exposeFunction('said', (words: string) => {
      if (screenReader.lines.at(-1) !== `(${words})`) screenReader.lines.push(`(${words})`);
    });
    await page.addInitScript(listening);
    return screenReader;
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

  /** Records the current focus. */
  async focus(): Promise<void> {
    const group = await this.nodeAt(
      `document.activeElement.parentElement?.closest('fieldset[role], [role=group], [role=dialog], [role=alertdialog]')`,
    );
    if (group && group !== this.group) this.lines.push(`[${group}]`);
    this.group = group;
    // The accessibility tree is updated shortly after the page.
    let said = '';
    await expect.poll(async () => (said = await this.nodeAt('document.activeElement'))).not.toBe('none');
    this.lines.push(said);
  }
}
