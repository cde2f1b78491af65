import type { Locator, Page, Route } from '@playwright/test';
import type { Translate } from '../src/domain/i18n/texts.ts';
import { pages, type BuiltPath } from '../src/domain/menu/pages.ts';
import { fullAnswers, provider, type TestPersonSpec } from '../testing/people.ts';
import { saveElsewhere } from './saved-plan.ts';
import { expect, test } from './wattle.ts';

/** A page as one of its readers opens it. */
type Visit = {
  page: BuiltPath;
  /** The address, where it is not the path of the page. `{customer}` is the id of a customer. */
  address?: string;
  /** What is there only when everything was read. */
  ready: (main: Locator, t: Translate) => Locator;
  /** The page has nothing to wait for: it stands there whatever the answers are. */
  asksNothing?: true;
};

const text =
  (...[key]: Parameters<Translate>): Visit['ready'] =>
  (main, t) =>
    main.getByText(t(key)).first();

const button =
  (...[key]: Parameters<Translate>): Visit['ready'] =>
  (main, t) =>
    main.getByRole('button', { name: t(key) }).first();

const title =
  (...[key]: Parameters<Translate>): Visit['ready'] =>
  (main, t) =>
    main.getByRole('heading', { level: 1, name: t(key) });

const list: Visit['ready'] = (main, t) =>
  main.getByText(t('notification.page.empty')).or(main.getByText(t('notification.page.end')));

const signed = { plan: { status: 'complete' as const, answers: fullAnswers() } };

/** Every page, by who opens it. */
const visits: Record<
  string,
  { spec?: TestPersonSpec; ofProvider?: true; changed?: true; pages: readonly Visit[] }
> = {
  'a visitor': {
    pages: [
      { page: '/login', ready: title('signin.title'), asksNothing: true },
      { page: '/signup', ready: title('signup.title'), asksNothing: true },
      { page: '/forgot-password', ready: title('forgot.title'), asksNothing: true },
      {
        page: '/reset-password',
        address: '/reset-password#token=x',
        ready: title('reset.title'),
        asksNothing: true,
      },
      { page: '/verify-email', ready: title('verify.title'), asksNothing: true },
      { page: '/legacyuser', ready: title('legacy.title'), asksNothing: true },
      { page: '/dashboard', ready: title('dash.visitor.title'), asksNothing: true },
      { page: '/need-help', ready: title('help.title'), asksNothing: true },
    ],
  },
  'a customer without a plan': {
    spec: {},
    pages: [
      { page: '/dashboard', ready: (main, t) => main.getByRole('link', { name: t('dash.start') }) },
      { page: '/notifications', ready: list },
      { page: '/questionnaire', ready: title('intro.title') },
      { page: '/questionnaire/$step', address: '/questionnaire/step1', ready: title('step1.title') },
      { page: '/questionnaire/$step', address: '/questionnaire/step9', ready: title('step9.title') },
      { page: '/settings/profile', ready: button('settings.profile.save') },
      { page: '/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/settings/privacy', ready: text('settings.privacy.whoOpenedEmpty') },
      { page: '/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
  'a customer with a signed plan': {
    spec: signed,
    pages: [
      { page: '/dashboard', ready: (main, t) => main.getByRole('link', { name: t('dash.viewPlan') }) },
      { page: '/my-acp', ready: text('card.page.hint') },
      { page: '/my-acp/edit', ready: title('editHub.title') },
      { page: '/care-plan', ready: button('common.print') },
    ],
  },
  'a customer who changed a signed plan': {
    spec: signed,
    changed: true,
    pages: [
      {
        page: '/my-acp/versions/$version',
        address: '/my-acp/versions/1',
        ready: (main, t) => main.getByRole('button', { name: t('myAcp.pdf') }),
      },
      {
        page: '/my-acp/compare',
        ready: (main, t) => main.getByText(t('versions.compare.count', { count: 1 })),
      },
    ],
  },
  'an editor of a provider': {
    spec: { role: 'provideradmin' },
    ofProvider: true,
    pages: [
      { page: '/dashboard', ready: text('dash.provider.customers') },
      { page: '/notifications', ready: list },
      {
        page: '/provider/customers/$customerId',
        address: '/provider/customers/{customer}',
        ready: button('lac.action'),
      },
      { page: '/provider/settings', ready: text('settings.provider.base.name') },
      { page: '/provider/settings/notification', ready: button('common.save') },
      { page: '/provider/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/provider/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/provider/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
  'an administrator': {
    spec: { role: 'tlcadmin' },
    pages: [
      { page: '/dashboard', ready: text('dash.admin.customers') },
      {
        page: '/admin/customers/$customerId',
        address: '/admin/customers/{customer}',
        ready: button('lac.action'),
      },
      { page: '/admin/settings/email', ready: text('settings.admin.email.senderName') },
      { page: '/admin/settings/password', ready: button('settings.password.save'), asksNothing: true },
      { page: '/admin/settings/notification', ready: button('common.save') },
      { page: '/admin/settings/mfa', ready: text('settings.mfa.sessionThis') },
      { page: '/admin/settings/general', ready: button('common.save'), asksNothing: true },
    ],
  },
};

/** How the server answers what a page reads. Who is signed in, and whatever is saved, is answered as ever. */
type Mode = 'pass' | 'lost' | 'fault' | 'refused' | 'hold';

const refusal = { data: null, errors: [{ message: 'x', extensions: { code: 'general_error' } }] };

async function answers(page: Page): Promise<(mode: Mode) => void> {
  let now: Mode = 'pass';
  let held: Route[] = [];
  await page.route('**/api/graphql', async (route) => {
    const { query = '', operationName } = (route.request().postDataJSON() ?? {}) as Record<string, string>;
    const reads = query.trimStart().startsWith('query') && operationName !== 'currentUser';
    if (!reads || now === 'pass') return route.fallback();
    if (now === 'lost') return route.abort();
    if (now === 'fault')
      return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>500</h1>' });
    if (now === 'refused') return route.fulfill({ json: refusal });
    held.push(route);
  });
  return (mode) => {
    now = mode;
    if (mode !== 'pass') return;
    for (const route of held) void route.fallback();
    held = [];
  };
}

const failuresIn = (main: Locator, t: Translate) =>
  main.getByRole('alert').filter({ hasText: t('error.general_error') });
const loadingIn = (main: Locator, t: Translate) =>
  main.getByRole('status').filter({ hasText: t('common.loading') });
const retryIn = (main: Locator, t: Translate) => main.getByRole('button', { name: t('common.tryAgain') });

/** Presses every "Try again" once, from the top of the page. */
async function tryAgain(main: Locator, t: Translate): Promise<void> {
  const retry = retryIn(main, t);
  for (let left = await retry.count(); left > 0; left = await retry.count()) {
    await retry.first().click();
    await expect.poll(() => retry.count()).toBeLessThan(left);
  }
}

test('every page is opened here [R-36]', () => {
  const built = Object.entries(pages).flatMap(([path, page]) => ('texts' in page ? [path] : []));
  const opened = Object.values(visits).flatMap((each) => each.pages.map(({ page }) => page));
  expect(built.filter((path) => !(opened as string[]).includes(path))).toEqual([]);
});

for (const [who, { spec, ofProvider, changed, pages: opened }] of Object.entries(visits)) {
  test.describe(`the pages of ${who}`, () => {
    test.setTimeout(240_000);
    test.beforeEach(async ({ app, newCustomer, enter }, info) => {
      const providerId = await provider(app.services);
      const customer = await newCustomer({ providerId });
      info.annotations.push({ type: 'customer', description: customer.userId });
      if (!spec) return;
      const reader = await newCustomer({ ...spec, ...(ofProvider && { providerId }) });
      if (changed) await saveElsewhere(app, reader, { explanations: 'Changed.' });
      await enter(reader);
    });

    const addressOf = (
      { page, address = page }: Visit,
      { annotations }: { annotations: readonly { description?: string }[] },
    ) => address.replace('{customer}', annotations[0]?.description ?? '');

    test('say that they could not be read, and read again when asked [R-36]', async ({ page, t }, info) => {
      const answer = await answers(page);
      const main = page.getByRole('main');
      for (const visit of opened) {
        await test.step(addressOf(visit, info), async () => {
          answer('lost');
          await page.goto(addressOf(visit, info));
          if (visit.asksNothing) {
            await expect(visit.ready(main, t)).toBeVisible();
            await expect(retryIn(main, t)).toHaveCount(0);
            return;
          }
          await expect(failuresIn(main, t).first()).toBeVisible();
          await expect(loadingIn(main, t)).toHaveCount(0);
          for (const mode of ['fault', 'refused'] as const) {
            answer(mode);
            await retryIn(main, t).first().click();
            await expect(failuresIn(main, t).first()).toBeVisible();
            await expect(loadingIn(main, t)).toHaveCount(0);
          }
          answer('pass');
          await tryAgain(main, t);
          await expect(visit.ready(main, t)).toBeVisible();
          await expect(failuresIn(main, t)).toHaveCount(0);
        });
      }
    });

    test('say that they are loading while the answers are slow [R-36]', async ({ page, t }, info) => {
      const answer = await answers(page);
      const main = page.getByRole('main');
      for (const visit of opened) {
        await test.step(addressOf(visit, info), async () => {
          answer('hold');
          await page.goto(addressOf(visit, info));
          await expect(visit.asksNothing ? visit.ready(main, t) : loadingIn(main, t).first()).toBeVisible();
          answer('pass');
          await expect(visit.ready(main, t)).toBeVisible();
          await expect(loadingIn(main, t)).toHaveCount(0);
        });
      }
    });
  });
}

test('a page that gets no answer says so after half a minute [R-36]', async ({ page, t, signedIn }) => {
  await signedIn();
  await page.clock.install();
  const answer = await answers(page);
  const main = page.getByRole('main');
  answer('hold');
  await page.goto('/settings/mfa');
  await expect(loadingIn(main, t).first()).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(failuresIn(main, t)).toHaveCount(0);
  await page.clock.runFor(31_000);
  await expect(failuresIn(main, t).first()).toBeVisible();
  await expect(loadingIn(main, t)).toHaveCount(0);
});

for (const [address, route, shown] of [
  ['/signup#token=x', '**/api/auth/signup-token', 'signup.submit'],
  ['/verify-email#token=x', '**/api/auth/verify-email', 'signin.submit'],
] as const)
  test(`${address} waits for its link to be checked, and checks again when that failed [R-36]`, async ({
    page,
    t,
  }) => {
    let mode: 'hold' | 'lost' | 'pass' = 'hold';
    let letGo = () => {};
    await page.route(route, async (asked) => {
      if (mode === 'hold') await new Promise<void>((resolve) => (letGo = resolve));
      if (mode === 'lost') return asked.abort();
      return asked.fulfill({ json: { ok: true, email: 'ann@invited.example' } });
    });
    const main = page.getByRole('main');
    await page.goto(address);
    await expect(main.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
    mode = 'lost';
    letGo();
    await expect(main.getByRole('alert').filter({ hasText: t('error.noAnswer') })).toBeVisible();
    mode = 'pass';
    await main.getByRole('button', { name: t('common.tryAgain') }).click();
    await expect(main.getByRole('button', { name: t(shown) })).toBeVisible();
  });
