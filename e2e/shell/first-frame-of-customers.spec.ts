import type { Page } from '@playwright/test';
import { framedPages } from '../../src/web/frames/framed-pages.ts';
import { fullAnswers, halfAnswers } from '../../testing/people.ts';
import { axeFindings } from '../axe.ts';
import { eachWidthOnce, expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** The scripts of every page, without the first one. */
const script = '**/assets/{vendor,app}-*.js';

/** Delays the script of pages. Returns a function that releases it. */
async function holdScript(page: Page): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Opens a page with its first frame, which a busy server leaves out. */
async function openFrame(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('#root')).toHaveAttribute('data-framed-person', /./, { timeout: 2_000 });
  }).toPass();
}

const people = {
  signed: { plan: { status: 'complete', answers: fullAnswers() } },
  writing: { plan: { status: 'draft', answers: halfAnswers().step1 } },
} as const;

/** Pages whose title is the same element before and after their data is loaded. */
const keepTitle: readonly string[] = [
  '/dashboard',
  '/need-help',
  '/settings/profile',
  '/settings/password',
  '/settings/privacy',
  '/settings/mfa',
  '/trusted-contacts',
  '/my-health-record',
  '/account-and-billing',
];

for (const language of languages)
  for (const who of ['signed', 'writing'] as const)
    test.describe(`the first frame of a customer, ${who}, in ${language}`, () => {
      test.use({ language });

      test(
        'is shown before the script, without axe findings, and becomes the page',
        { tag: eachWidthOnce(language) },
        async ({ page, signedIn }) => {
          test.slow();
          await signedIn(people[who]);
          for (const path of framedPages[who]) {
            const release = await holdScript(page);
            await openFrame(page, path);
            const title = page.getByRole('heading', { level: 1 });
            await expect(title).toBeVisible();
            await expect(page.locator('#root')).toHaveAttribute('data-framed-person', who);
            await expect(page.locator('html')).toHaveAttribute(
              'lang',
              language === 'zh' ? 'zh-Hans' : 'en-AU',
            );
            if (path === '/dashboard' || path === '/questionnaire/step3')
              expect(await axeFindings(page)).toEqual([]);
            await page.evaluate(() => Object.assign(document.querySelector('h1')!, { isOfFrame: true }));
            await release();
            await expect(page.locator('#root')).not.toHaveAttribute('data-frame');
            await expect(page.locator('main .spin')).toHaveCount(0);
            await expect(title).toBeVisible();
            await expect(page.locator('form[inert]')).toHaveCount(0);
            const stays = () =>
              (document.querySelector('h1') as HTMLElement & { isOfFrame?: true }).isOfFrame === true;
            // The title of the dashboard of a person who writes depends on how far they are.
            if (keepTitle.includes(path) && !(path === '/dashboard' && who === 'writing'))
              expect([path, await page.evaluate(stays)]).toEqual([path, true]);
          }
        },
      );
    });

test('a session that ended meanwhile leads to sign-in, and nothing of the frame stays', async ({
  page,
  signedIn,
  app,
  t,
}) => {
  const who = await signedIn(people.signed);
  const release = await holdScript(page);
  await page.route('**/api/graphql', async (route) => {
    await app.services.db.deleteFrom('sessions').where('user_id', '=', who.userId).execute();
    await route.continue();
  });
  await openFrame(page, '/my-acp');
  await release();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('signin.title'));
});

test('a press on the first frame takes effect when the page reacts', async ({ page, signedIn, t }) => {
  await signedIn(people.signed);
  const release = await holdScript(page);
  await openFrame(page, '/trusted-contacts');
  await page.getByRole('button', { name: t('contacts.page.add') }).click();
  await release();
  await expect(page.getByRole('dialog')).toBeVisible();
});
