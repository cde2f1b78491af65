import { provider } from '../../testing/people.ts';
import { TestClient } from '../../testing/client.ts';
import { signed } from '../saved-plan.ts';
import { bothWidths, escapeFrom, expect, main, test } from '../wattle.ts';

test('the bar has logo, other language, larger text, the name with its menu, and sign out; a badge for two roles only [LAYOUT-02, LAYOUT-03]', async ({
  page,
  context,
  newCustomer,
  enter,
  app,
}) => {
  const providerId = await provider(app.services);
  const badges = {
    provideradmin: 'Provider Admin',
    tlcadmin: 'TLC Admin',
    admin: 'TLC Admin',
    providerview: null,
    user: null,
  } as const;
  for (const [role, badge] of Object.entries(badges)) {
    await context.clearCookies();
    await enter(
      await newCustomer({
        role: role as keyof typeof badges,
        firstName: 'Priya',
        lastName: 'Nair',
        ...(role.startsWith('provider') && { providerId }),
      }),
    );
    await page.goto('/dashboard');
    const bar = page.getByRole('banner');
    await expect(bar.getByRole('link', { name: 'Wattle, go to the dashboard' })).toBeVisible();
    await expect(bar.getByRole('button')).toHaveText([
      ...(role === 'user' ? [] : [/^Find a resident/]),
      '中文',
      'Larger text',
      /^\d*$/,
      /Priya/,
      'Sign out',
    ]);
    await expect(bar.getByText(/Admin$/)).toHaveCount(badge ? 1 : 0);
    if (badge) await expect(bar.getByText(badge, { exact: true })).toBeVisible();
    await bar.getByRole('button', { name: /Priya/ }).click();
    await expect(page.getByRole('menu').getByText('Signed in as Priya Nair')).toBeVisible();
    await escapeFrom(page, page.getByRole('menu'));
  }
});

test(`the avatar menu: the plan to complete, later the dashboard; the links of the role, languages, sign out [LAYOUT-03, LAYOUT-04, LAYOUT-05, LAYOUT-06, LAYOUT-07] ${main}`, async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: /Your account menu/ });
  const menu = page.getByRole('menu');
  await open.click();
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Complete my ACP',
    'Profile & Settings',
    'Need help?',
    'Sign out',
  ]);
  await menu.getByRole('menuitem', { name: 'Complete my ACP' }).click();
  await expect(page).toHaveURL('/questionnaire');
  await context.clearCookies();
  await signedIn(signed());
  await page.goto('/my-acp');
  await open.click();
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Dashboard',
    'Profile & Settings',
    'Account & Billing',
    'Need help?',
    'Sign out',
  ]);
  await menu.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('signing out ends the session, and leads to the first page [LAYOUT-08]', async ({
  page,
  signedIn,
  context,
  app,
}) => {
  await signedIn(signed());
  await page.goto('/my-acp');
  const [cookie] = await context.cookies();
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Write down the care you want');
  const thief = new TestClient(app.url);
  const { body } = await thief.post(
    '/api/graphql',
    { query: '{ currentUser { id } }' },
    { cookie: `${cookie!.name}=${cookie!.value}` },
  );
  expect(body.data?.currentUser ?? null).toBeNull();
  await page.goBack();
  await expect(page.getByText('Margaret')).toHaveCount(0);
  await page.goto('/my-acp');
  await expect(page).toHaveURL(/\/login\?returnPath=/);
});

test(`the layout changes at 1024, 1440 and 1600 [CONST-05, S-41] ${main}`, async ({
  page,
  signedIn,
  questionnaire,
}) => {
  await signedIn(signed());
  await page.goto('/dashboard');
  const side = page.getByRole('navigation', { name: 'Your pages' });
  const widthAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    return (await side.isVisible()) ? (await side.boundingBox())!.width : 0;
  };
  expect(await widthAt(1023)).toBe(0);
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible();
  expect(await widthAt(1024)).toBe(216);
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
  expect(await widthAt(1439)).toBe(216);
  expect(await widthAt(1440)).toBe(264);
  // From 1600 the content is centred: equal space on both sides.
  for (const [width, isCentred] of [
    [1599, false],
    [1600, true],
    [1900, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const [whole, title] = [
      await page.getByRole('main').boundingBox(),
      await page.getByRole('main').locator('> *').first().boundingBox(),
    ];
    const unequal = Math.abs(title!.x - whole!.x - (whole!.x + whole!.width - title!.x - title!.width));
    expect([width, unequal < 3]).toEqual([width, isCentred]);
  }
  await questionnaire.open('step3');
  for (const [width, columns] of [
    [1440, 3],
    [1439, 2],
    [1023, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const parts = [
      page.getByRole('navigation', { name: 'All steps' }).getByRole('list'),
      page.getByRole('heading', { level: 1 }),
      page.getByRole('complementary'),
    ];
    const left = new Set<number>();
    for (const part of parts)
      if (await part.isVisible()) left.add(Math.round((await part.boundingBox())!.x / 100));
    expect(left.size, `${width} px`).toBe(columns);
  }
});

test(
  'larger text enlarges everything, and is kept',
  { tag: bothWidths },
  async ({ page, signedIn, isMobile }) => {
    await signedIn();
    await page.goto('/dashboard');
    const size = () => page.evaluate<string>('getComputedStyle(document.documentElement).fontSize');
    await expect.poll(size).toBe('18px');
    if (isMobile) await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.getByRole('button', { name: 'Larger text' }).click();
    await expect.poll(size).toBe('22px');
    await page.reload();
    await expect.poll(size).toBe('22px');
  },
);

test('an unknown address shows an error; a page of staff asks a visitor to sign in, and then opens', async ({
  page,
  app,
  signedIn,
}) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We cannot find this page');
  await page.goto('/provider/integrations');
  await expect(page).toHaveURL(/\/login\?returnPath=%2Fprovider%2Fintegrations/);
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  await page.goto('/provider/integrations');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage integrations');
});

test('the addresses of help, notifications and the questionnaire are pages [MENU-06]', async ({
  page,
  signedIn,
}) => {
  await signedIn();
  for (const [address, title] of [
    ['/need-help', 'Need help?'],
    ['/notifications', 'Notifications'],
    ['/questionnaire', 'Write down what matters to you'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveURL(address);
  }
});

test('staff may not open the pages of customers, and see a message [PROD-13, QGEN-03]', async ({
  page,
  signedIn,
  app,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  for (const address of ['/questionnaire/step1', '/my-acp', '/care-plan', '/account-and-billing']) {
    await page.goto(address);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('You may not open this page.')).toBeVisible();
  }
});
