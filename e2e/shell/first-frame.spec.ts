import type { Page } from '@playwright/test';
import { axeFindings } from '../axe.ts';
import { bothWidths, eachWidthOnce, expect, test } from '../wattle.ts';
import { languages, texts } from '../words.ts';

/** The scripts of every page, without the first one. */
const script = '**/assets/{vendor,app}-*.js';

const titles = {
  '/': 'dash.visitor.title',
  '/dashboard': 'dash.visitor.title',
  '/login': 'signin.title',
  '/signup': 'signup.title',
  '/forgot-password': 'forgot.title',
  '/my-acp': 'signin.title',
} as const;

/** Delays the script of pages. Returns a function that releases it. */
async function holdScript(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits for hydration, which ends the first frame. */
const reacts = (page: Page) => expect(page.locator('#root')).not.toHaveAttribute('data-frame');

for (const language of languages)
  test.describe(`the first frame, in ${language}`, () => {
    test.use({ language });

    test(
      'is shown before the script, without axe findings, and hydration keeps its elements',
      { tag: eachWidthOnce(language) },
      async ({ page, t }) => {
        for (const [path, title] of Object.entries(titles)) {
          const release = await holdScript(page);
          await page.goto(path, { waitUntil: 'commit' });
          const heading = page.getByRole('heading', { level: 1, includeHidden: true });
          await expect(heading).toHaveText(t(title));
          await expect(page.locator('html')).toHaveAttribute('lang', language === 'zh' ? 'zh-Hans' : 'en-AU');
          if (path === '/') expect(await axeFindings(page)).toEqual([]);
          await page.evaluate(() => Object.assign(document.querySelector('h1')!, { isOfFrame: true }));
          release();
          await reacts(page);
          const stays = () => (document.querySelector('h1') as HTMLElement & { isOfFrame?: true }).isOfFrame;
          expect([path, await page.evaluate(stays)]).toEqual([path, true]);
          await expect(page.locator('form[inert]')).toHaveCount(0);
          await page.unroute(script);
        }
      },
    );

    test('does not shift during hydration', { tag: eachWidthOnce(language) }, async ({ page }) => {
      for (const path of ['/', '/login', '/signup'] as const) {
        const release = await holdScript(page);
        await page.goto(path, { waitUntil: 'commit' });
        const placesOf = () =>
          page.locator('h1, p, a:visible, input, .btn').evaluateAll((all) =>
            all.map((each) => {
              const { y, height } = each.getBoundingClientRect();
              return [each.textContent, y, height].join(' ');
            }),
          );
        await page.locator('h1').waitFor();
        await page.evaluate(() => document.fonts.ready);
        const before = await placesOf();
        release();
        await reacts(page);
        expect([path, await placesOf()]).toEqual([path, before]);
        await page.unroute(script);
      }
    });
  });

test('a button that is pressed before hydration takes effect after it', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: '中文' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.zh('signin.title'));
});

test('a link that opens a dialog takes effect after hydration', async ({ page, t }) => {
  const release = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('link', { name: t('signin.toSignup') }).click();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') !== null);
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByRole('dialog', { name: t('signup.title') })).toBeVisible();
});

test('a link of the first frame leads to its page before the script is loaded', async ({ page, t }) => {
  const release = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: t('layout.signIn') }).click();
  await expect(page).toHaveURL(/\/login$/);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signin.title'));
});

test('entries that a password manager fills in before hydration are sent [SIGNIN-01]', async ({
  page,
  newCustomer,
  t,
}) => {
  const who = await newCustomer();
  const release = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('input[name=password]').waitFor();
  await page.evaluate(({ email, password }) => {
    for (const [name, value] of Object.entries({ email, password }))
      document.querySelector<HTMLInputElement>(`input[name=${name}]`)!.value = value;
  }, who);
  release();
  await reacts(page);
  await page.getByRole('button', { name: t('signin.submit') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.welcomeNew'));
});

test('a form accepts no entries before hydration, and never puts a password into the address [SIGNIN-01]', async ({
  page,
}) => {
  await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const password = page.locator('input[name=password]');
  await password.waitFor();
  await page.evaluate(() => {
    const form = document.querySelector('form')!;
    form.querySelector<HTMLInputElement>('input[name=password]')!.value = 'Secret-Word-77';
    form.querySelector('input')!.focus();
  });
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector('form')!));
  await page.waitForLoadState('domcontentloaded');
  expect(page.url()).not.toContain('Secret');
});

test('the first frame has the stored theme and text size', async ({ page }) => {
  await page.goto('/login');
  await reacts(page);
  await page.evaluate(() => {
    localStorage.setItem('wattle.theme', 'dark');
    localStorage.setItem('wattle.text', 'large');
  });
  await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('data-text', 'large');
});

test('a first frame in the other language is neither shown nor announced', async ({ page }) => {
  await page.goto('/login');
  await reacts(page);
  await page.evaluate(() => localStorage.setItem('wattle.language', 'zh'));
  const release = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.zh('dash.visitor.title'));
});

test(
  'the first frame of a page whose script does not load becomes an error with the telephone number',
  { tag: bothWidths },
  async ({ page, t }) => {
    await page.route(script, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('system.serverDown.title'));
    await expect(page.getByRole('link', { name: /1800/ })).toHaveAttribute('href', /^tel:1800/);
  },
);
