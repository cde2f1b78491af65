import type { Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { signed } from '../saved-plan.ts';
import { expect, main, phone, stopClock, test } from '../wattle.ts';
import { exactly } from '../words.ts';

const accountMenu = (page: Page) => page.getByRole('button', { name: /Your account menu/ });

/** Uses another host for the operator's home page, as in production. */
async function withHome(page: Page, home: string): Promise<void> {
  await page.route('**/dashboard', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '&quot;homeUrl&quot;:&quot;/&quot;',
      `&quot;homeUrl&quot;:&quot;${home}&quot;`,
    );
    expect(body).toContain(home);
    return route.fulfill({ response, body });
  });
  await page.route(`${home}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Home</title>' }),
  );
}

const waysOut = {
  'the bar': (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click(),
  'the account menu': async (page: Page) => {
    await accountMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  },
  'the drawer': async (page: Page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign out' }).click();
  },
};

for (const [way, signOut] of Object.entries(waysOut)) {
  test(`signing out by ${way} leads to the operator's home page and ends the session [LAYOUT-08]`, async ({
    page,
    signedIn,
  }) => {
    await withHome(page, 'https://home.example');
    await signedIn(signed());
    await page.goto('/dashboard');
    await signOut(page);
    await expect(page).toHaveURL('https://home.example/');
    await page.unrouteAll();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write down the care you want');
  });
}

test(`a failed sign-out shows an error, and can be retried [LAYOUT-08] ${main}`, async ({
  page,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/dashboard');
  await page.route('**/api/auth/sign-out', (route) => route.abort('connectionreset'));
  const out = page.getByRole('banner').getByRole('button', { name: 'Sign out' });
  await out.click();
  await expect(page.getByText('Wattle is not working at the moment')).toBeVisible();
  await expect(out).toBeEnabled();
  await page.unrouteAll();
  await out.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write down the care you want');
});

test(`the account menu of staff has their links, and the side menu their pages [LAYOUT-04, LAYOUT-06, MENU-02, MENU-04, MENU-05] ${main}`, async ({
  page,
  context,
  app,
  signedIn,
}) => {
  const providerId = await provider(app.services);
  for (const { role, links, menu, first } of [
    {
      role: 'provideradmin',
      links: ['Dashboard', 'Settings', 'Manage customers', 'Sign out'],
      menu: 'Provider pages',
      first: [
        'Dashboard',
        'Manage Provider',
        'Manage Users',
        'Manage Customers',
        'Manage integrations',
        'Settings',
        'Billing',
        'Reports',
        'Need help?',
      ],
    },
    {
      role: 'providerview',
      links: ['Dashboard', 'Settings', 'Manage customers', 'Sign out'],
      menu: 'Provider pages',
      first: ['Dashboard', 'Customers', 'Settings', 'Need help?'],
    },
    {
      role: 'tlcadmin',
      links: ['Dashboard', 'Settings', 'Manage providers', 'Sign out'],
      menu: 'Administration',
      first: [
        'Dashboard',
        'Manage Providers',
        'Manage Users',
        'Manage Customers',
        'Manage integrations',
        'Permission settings',
        'Settings',
        'Manage billing',
        'Reports',
        'System status',
        'Need help?',
      ],
    },
  ] as const) {
    await context.clearCookies();
    await signedIn({ role, ...(role.startsWith('provider') && { providerId }) });
    await page.goto('/dashboard');
    const entries = page.getByRole('navigation', { name: menu }).getByRole('link');
    await expect(entries).toHaveText([...first]);
    await accountMenu(page).click();
    await expect(page.getByRole('menu').getByRole('menuitem')).toHaveText(links);
    await page.getByRole('menuitem', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  }
});

test('a provider’s customer has no contacts step and no billing in any menu [PROD-14, MENU-10, QGEN-04]', async ({
  page,
  signedIn,
  app,
}) => {
  await signedIn({ ...signed(), providerId: await provider(app.services) });
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Your pages' });
  await expect(menu.getByRole('link', { name: 'Trusted Contacts' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Account & Billing' })).toHaveCount(0);
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'Profile & Settings',
    'Need help?',
    'Sign out',
  ]);
  await page.goto('/questionnaire/step8');
  await expect(page).toHaveURL('/questionnaire/checkout');
  await expect(page.getByRole('navigation', { name: 'All steps' }).getByRole('listitem')).toHaveCount(9);
});

test('a submit button changes from its text to pending, complete or error, and is reset after 2.5 seconds [CONST-01, CONST-02]', async ({
  page,
}) => {
  await page.clock.install();
  let answers: { status: number; json: unknown }[] = [{ status: 200, json: { ok: true } }];
  let answer: (() => void) | undefined;
  await page.route('**/api/auth/resend-verification', async (route) => {
    const [next] = answers.splice(0, 1);
    if (answers.length > 0) await new Promise<void>((resolve) => (answer = resolve));
    return route.fulfill(next ?? { status: 500 });
  });
  await page.goto('/verify-email');
  await page.getByRole('textbox', { name: 'Email' }).fill('margaret@shell.example');
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect(page.getByText('You can send it again in', { exact: false })).toBeVisible();
  await stopClock(page);
  await page.clock.runFor(61_000);
  const button = page.getByRole('button', { name: exactly('Send it again', 'Sending', 'Sent', 'Not sent') });
  await expect(button).toBeEnabled();

  // Keep one response in reserve, so that each waits until it is released.
  answers = [
    { status: 500, json: { ok: false, error: 'general_error' } },
    { status: 200, json: { ok: true } },
    { status: 200, json: {} },
  ];
  for (const words of ['Not sent', 'Sent']) {
    await button.click();
    await expect(button).toHaveText('Sending');
    await expect(button).toBeDisabled();
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    answer = undefined;
    await expect(button).toHaveText(words);
    await page.clock.runFor(2400);
    await expect(button).toHaveText(words);
    await page.clock.runFor(200);
    await expect(button).toHaveText('Send it again');
  }
  const message = 'If margaret@shell.example still has to be checked, a link is on its way.';
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible();
});

test(
  'a visitor has both sign-in and sign-up on a telephone too [DASH-03]',
  { tag: phone },
  async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/dashboard');
    const bar = page.getByRole('banner');
    for (const name of ['Sign up', 'Sign in'])
      await expect(bar.getByRole('link', { name, exact: true })).toBeInViewport();
    await expect(page.getByRole('banner').getByRole('button', { name: '中文' })).toBeVisible();
  },
);
