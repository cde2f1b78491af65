import type { Page } from '@playwright/test';
import { findLink, issueToken } from '../../src/server/features/sign-in/api.ts';
import { tokenIn } from '../../testing/links.ts';
import { expect, main, test } from '../wattle.ts';

/** Every request that a page sends: addresses and headers. */
function sentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.method()} ${request.url()} ${request.headers()['referer'] ?? ''}`);
  });
  return sent;
}

for (const form of ['#', '?'] as const)
  test.describe(`a mailed link with its token behind the ${form}`, () => {
    test(`opens its page, and sends the token only in a request body [R-58] ${main}`, async ({
      page,
      t,
      app,
      newCustomer,
    }) => {
      const { services } = app;
      const who = await newCustomer();
      await services.db
        .transaction()
        .execute((tx) => issueToken(tx, services.clock(), 'reset-password', who.userId));
      const token = tokenIn((await findLink(services, 'reset-password', who.userId)) ?? '');
      const sent = sentBy(page);
      await page.goto(`/reset-password${form}token=${token}`);
      await expect(page).toHaveURL(`/reset-password#token=${token}`);
      await page.getByRole('textbox', { name: t('reset.new.label') }).fill('Tea-and-biscuits-4');
      await page.getByRole('textbox', { name: t('reset.repeat.label') }).fill('Tea-and-biscuits-4');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/login');
      expect(sent.length).toBeGreaterThan(3);
      // The first request of an old link contains the token: only later ones are checked.
      expect(sent.slice(form === '?' ? 1 : 0).filter((each) => each.includes(token))).toEqual([]);
    });
  });

test('a link opened in a tab that already shows its page is read at once [R-58]', async ({ page, t }) => {
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.title'));
  await page.goto('/verify-email#token=not-a-token');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('verify.linkBad.title'));
});

test('reloading an old link keeps its token [R-58]', async ({ page, t }) => {
  await page.goto('/reset-password?token=some-token');
  await expect(page).toHaveURL('/reset-password#token=some-token');
  await page.reload();
  await expect(page.getByRole('textbox', { name: t('reset.new.label') })).toBeVisible();
});
