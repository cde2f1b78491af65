import AxeBuilder from '@axe-core/playwright';
import type { Browser } from '@playwright/test';
import { addCookies, openBrowser } from './browser.ts';
import { openCard, type OpenedCard } from '../emergency.ts';
import type { Figure } from '../measuring/figure.ts';
import { onStage } from '../stage.ts';

const most = 14 * 1024;

/** Measures the emergency page's size and requests, and axe's findings, on a telephone without script. */
export function benchPage(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin } = await stage.serve('ours');
    const card = await openCard(stage, origin);
    const browser = await openBrowser();
    try {
      const closed = { ...card, cookie: '' };
      return [
        ...(await figuresOf(browser, origin, 'PIN page', closed)),
        ...(await figuresOf(browser, origin, 'opened plan', card)),
        ...(await figuresOf(browser, origin, 'opened plan in Chinese', {
          ...card,
          path: `${card.path}?lang=zh`,
        })),
        ...(await figuresOf(browser, origin, 'opened plan, every answer', {
          ...card,
          path: `${card.path}?view=all`,
        })),
      ];
    } finally {
      await browser.close();
    }
  });
}

async function figuresOf(
  browser: Browser,
  origin: string,
  name: string,
  { path, cookie }: Pick<OpenedCard, 'path' | 'cookie'>,
): Promise<Figure[]> {
  const headers: Record<string, string> = cookie ? { cookie } : {};
  const html = await (await fetch(origin + path, { headers })).text();
  let requests = 0;
  let problems = 0;
  const rules = new Set<string>();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    if (cookie) await addCookies(context, origin, cookie);
    const page = await context.newPage();
    // Disabled while the page loads; axe is a script itself and needs it afterwards.
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setScriptExecutionDisabled', { value: true });
    let asked = 0;
    page.on('request', () => (asked += 1));
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    requests = Math.max(requests, asked);
    await session.send('Emulation.setScriptExecutionDisabled', { value: false });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    problems += violations.length;
    for (const { id } of violations) rules.add(id);
    await context.close();
  }
  return [
    { name: `${name}, HTML`, value: Buffer.byteLength(html), unit: 'bytes', goal: { most } },
    { name: `${name}, requests`, value: requests, unit: 'in all', goal: { most: 1 } },
    {
      name: `${name}, axe`,
      value: problems,
      unit: 'findings',
      goal: { most: 0 },
      about: ['without script, light and dark', ...rules].join('; '),
    },
  ];
}
