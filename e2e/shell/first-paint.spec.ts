import type { Page, Request } from '@playwright/test';
import { bothWidths, expect, test } from '../wattle.ts';
import { languages, rawKeysIn, texts } from '../words.ts';

const headings = {
  '/': 'dash.visitor.title',
  '/dashboard': 'dash.visitor.title',
  '/login': 'signin.title',
  '/signup': 'signup.title',
  '/forgot-password': 'forgot.title',
} as const;

const otherPages = ['/reset-password#token=none', '/verify-email#token=none', '/legacyuser'];

/** Opens a page and waits until it is idle. Returns its HTML, and every script and style that the browser requested. */
async function loadsOf(page: Page, path: string): Promise<{ html: string; asked: string[] }> {
  const asked: string[] = [];
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (/\.(js|css)$/.test(pathname)) asked.push(pathname);
  };
  page.on('request', note);
  const response = await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return { html: (await response?.text()) ?? '', asked };
}

/** Records every main heading that was visible at any moment, so that a flashing one is detected too. */
const keepHeadings = (page: Page) =>
  page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1'))
        if (heading.checkVisibility({ visibilityProperty: true })) seen.add(heading.textContent);
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  });
const keptHeadings = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);

/**
 * Modules of a form that load after hydration: its validation and, on the sign-in page, messages and the button for a new link
 * (docs/decisions/0169).
 */
const afterwards = (path: string) =>
  path === '/login'
    ? /\/(checks|account|fields|resend-link|use-seconds-left|verify-email)-[\w-]+\.js$/
    : /\/(checks|account)-[\w-]+\.js$/;

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(`the page lists everything that a visitor’s browser must load to show it [LANG-01]`, async ({
      page,
    }) => {
      for (const path of [...Object.keys(headings), ...otherPages]) {
        const { html, asked } = await loadsOf(page, path);
        expect([path, asked.length > 4]).toEqual([path, true]);
        const unlisted = asked.filter((file) => !html.includes(file));
        expect([path, unlisted.filter((file) => !afterwards(path).test(file))]).toEqual([path, []]);
      }
    });

    test(`a visitor can read the first pages although the server answers no call [LANG-01]`, async ({
      page,
      t,
    }) => {
      await page.route('**/api/**', (route) => route.abort());
      for (const [path, key] of Object.entries(headings)) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t(key));
        await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
        expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      }
    });
  });
}

test('a visitor who chose the other language sees that one, and never the browser’s [LANG-01]', async ({
  page,
}) => {
  await keepHeadings(page);
  await page.goto('/login');
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.zh('signin.title'));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.zh('signin.title'));
  expect(await keptHeadings(page)).toEqual([texts.zh('signin.title')]);
});

test('a signed-in person never sees a visitor’s page, not even briefly [DASH-01]', async ({
  page,
  signedIn,
}) => {
  await keepHeadings(page);
  await signedIn();
  for (const path of ['/', '/dashboard', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const seen = await keptHeadings(page);
    expect(seen).not.toContain(texts.en('dash.visitor.title'));
    expect(seen).not.toContain(texts.en('signin.title'));
  }
});

test(
  'going back after signing in does not show a visitor’s page [DASH-01, SIGNIN-01]',
  { tag: bothWidths },
  async ({ page, newCustomer }) => {
    const who = await newCustomer();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en('dash.visitor.title'));
    await page.goto('/login');
    await page.getByLabel(texts.en('signin.email.label')).fill(who.email);
    await page.getByRole('textbox', { name: texts.en('signin.password.label') }).fill(who.password);
    await page.getByRole('button', { name: texts.en('signin.submit') }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(texts.en('dash.welcomeNew'));
    await keepHeadings(page);
    await page.goBack();
    await expect(heading).toHaveText(texts.en('dash.welcomeNew'));
    expect(await keptHeadings(page)).not.toContain(texts.en('dash.visitor.title'));
  },
);

test('signing in on a visitor’s dashboard leads to one’s own, with text only and without a reload [DASH-01, DASH-04]', async ({
  page,
  newCustomer,
}) => {
  const who = await newCustomer();
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => void said.push(document.body?.innerText ?? '')).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page.goto('/dashboard');
  await page
    .getByRole('banner')
    .getByRole('link', { name: texts.en('layout.signIn') })
    .click();
  await page.getByLabel(texts.en('signin.email.label')).fill(who.email);
  await page.getByRole('textbox', { name: texts.en('signin.password.label') }).fill(who.password);
  await page.getByRole('button', { name: texts.en('signin.submit') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en('dash.welcomeNew'));
  await page.waitForLoadState('networkidle');
  const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
  expect(said.flatMap(rawKeysIn)).toEqual([]);
});
