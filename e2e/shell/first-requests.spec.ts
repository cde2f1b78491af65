import type { Page } from '@playwright/test';
import { fullAnswers } from '../../testing/people.ts';
import { daniel, susan } from '../screens/contacts-page.ts';
import { bothWidths, expect, test } from '../wattle.ts';

/** Pages of a customer that load data. */
const pages = [
  '/dashboard',
  '/my-acp',
  '/care-plan',
  '/trusted-contacts',
  '/questionnaire/step3',
  '/my-acp/edit',
];

/** Number of files that a page may load after it is shown, such as the part that receives notifications. */
const mostLate = 8;

const signed = { plan: { status: 'complete', answers: fullAnswers() }, contacts: [daniel, susan] } as const;

/** Records the names of the queries that a page sends, and the addresses of its scripts and styles. */
function watch(page: Page) {
  const seen = { queries: [] as string[], files: [] as string[] };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) seen.files.push(pathname);
    if (pathname !== '/api/graphql') return;
    const { operationName } = request.postDataJSON() as { operationName: string };
    seen.queries.push(operationName);
  });
  return seen;
}

test(
  'a customer’s page lists the files it needs, requests nothing twice, and does not shift while it loads [DASH-01]',
  { tag: bothWidths },
  async ({ page, signedIn }) => {
    await signedIn(signed);
    await page.addInitScript(() => {
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          shift += entry.value;
        Object.assign(window, { shift });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of pages) {
      const seen = watch(page);
      const html = await (await page.goto(path))!.text();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      page.removeAllListeners('request');
      expect([path, seen.queries.filter((name, at) => seen.queries.indexOf(name) !== at)]).toEqual([
        path,
        [],
      ]);
      const late = seen.files.filter((file) => !html.includes(file));
      expect([path, late.length <= mostLate ? [] : late]).toEqual([path, []]);
      const shift = await page.evaluate(() => (window as unknown as { shift?: number }).shift ?? 0);
      expect([path, shift <= 0.02 ? 'still' : shift]).toEqual([path, 'still']);
    }
  },
);

test(
  'the bar is shown before the script is loaded, and the page replaces it',
  { tag: bothWidths },
  async ({ page, signedIn }) => {
    await signedIn(signed);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/vendor-*.js', async (route) => {
      await released;
      await route.continue();
    });
    // The build renders no first frame of these for a person with a signed plan.
    for (const path of ['/settings/general', '/questionnaire/step3']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.locator('.bar')).toHaveText('Wattle');
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    }
    release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.bar')).toHaveCount(1);
  },
);
