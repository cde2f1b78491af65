import { bothWidths, expect, test } from '../wattle.ts';

/** Validation modules of visitors' forms, which load after hydration. */
const checks = '**/assets/checks-*.js';

test(
  'a form that is submitted before its validation is loaded waits for it, and sends nothing without it [SIGNIN-01]',
  { tag: bothWidths },
  async ({ page, newCustomer, t }) => {
    const who = await newCustomer();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(checks, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByLabel(t('signin.email.label')).fill(who.email);
    await page.getByRole('textbox', { name: t('signin.password.label') }).fill(who.password);
    const button = page.locator('form button[type=submit]');
    await button.click();
    await expect(button).toContainText(t('signin.submitting'));
    await page.locator('input[name=password]').press('Enter');
    expect(sent).not.toContain('/api/auth/email-password');
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.welcomeNew'));
    expect(sent.filter((path) => path === '/api/auth/email-password')).toHaveLength(1);
  },
);

test('a form whose validation does not load sends nothing, keeps the typed text, and shows the telephone number', async ({
  page,
  newCustomer,
  t,
}) => {
  const who = await newCustomer();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.route(checks, (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel(t('signin.email.label')).fill(who.email);
  await page.getByRole('textbox', { name: t('signin.password.label') }).fill(who.password);
  const button = page.getByRole('button', { name: t('signin.submit') });
  await button.click();
  const summary = page.getByText(t('error.checksNotLoaded'));
  await expect(summary).toBeVisible();
  await expect(page.getByLabel(t('signin.email.label'))).toHaveValue(who.email);
  expect(sent).not.toContain('/api/auth/email-password');
  await page.unroute(checks);
  await button.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('dash.welcomeNew'));
});
