import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { houseBilledThere } from '../billing/billed-houses.ts';
import { answers, refusal, type Answers, type Mode } from './answers.ts';
import { signInAs } from './sign-in-as.ts';
import { neverOpened, type Visit } from './every-page.ts';
import { firstVisits } from './first-visits.ts';
import { isExhaustive } from '../tags.ts';
import { asks, expect, main, test } from '../wattle.ts';
import { saying } from '../words.ts';

/** The failures after a lost request, one for each press of "Try again". Staff's pages get both only in exhaustive runs. */
const faults: readonly Mode[] = ['fault', 'refused'];
const refused: readonly Mode[] = ['refused'];

const failuresIn = (main: Locator, t: Translate) =>
  main.getByRole('alert').filter({ hasText: saying(t('error.general_error'), t('contacts.page.notLoaded')) });
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

/** True if a page loads no data. If that is `unknown`, opens the page once and counts its reads. */
async function isStatic(
  { ready, asksNothing }: Visit,
  address: string,
  page: Page,
  t: Translate,
  answer: Answers,
) {
  if (asksNothing !== 'unknown') return asksNothing === true;
  const before = answer.sent();
  await page.goto(address);
  await expect(ready(page.getByRole('main'), t)).toBeVisible();
  await page.waitForLoadState('networkidle');
  return answer.sent() === before;
}

test(`every page is opened in these tests [R-36] ${main}`, () => {
  expect(neverOpened()).toEqual([]);
});

for (const [who, readers] of Object.entries(firstVisits)) {
  test.describe(`the pages of ${who}`, () => {
    test.setTimeout(240_000);
    const isOfStaff = readers.spec?.role !== undefined;
    let addressOf: (visit: Visit) => string;
    test.beforeEach(async ({ app, newCustomer, enter }) => {
      addressOf = await signInAs(readers, { app, newCustomer, enter });
    });

    test('show that they could not be loaded, and reload on request [R-36]', async ({ page, t }) => {
      const answer = await answers(page);
      const main = page.getByRole('main');
      for (const visit of readers.pages) {
        await test.step(addressOf(visit), async () => {
          answer('pass');
          const asksNothing = await isStatic(visit, addressOf(visit), page, t, answer);
          answer('lost');
          await page.goto(addressOf(visit));
          if (asksNothing) {
            await expect(visit.ready(main, t)).toBeVisible();
            await expect(retryIn(main, t)).toHaveCount(0);
            return;
          }
          await expect(failuresIn(main, t).first()).toBeVisible();
          await expect(loadingIn(main, t)).toHaveCount(0);
          for (const mode of isOfStaff && !isExhaustive ? refused : faults) {
            answer(mode);
            const before = answer.failed();
            await retryIn(main, t).first().click();
            await expect.poll(answer.failed).toBeGreaterThan(before);
            await expect(failuresIn(main, t).first()).toBeVisible();
            await expect(loadingIn(main, t)).toHaveCount(0);
          }
          answer('pass');
          // An earlier response may still fail after the first check.
          await expect(async () => {
            await tryAgain(main, t);
            await expect(visit.ready(main, t)).toBeVisible({ timeout: 5_000 });
            await expect(failuresIn(main, t)).toHaveCount(0, { timeout: 1_000 });
          }).toPass({ timeout: 40_000 });
        });
      }
    });

    // One component shows this on every page.
    if (isOfStaff && !isExhaustive) return;

    test('show that they are loading while responses are slow [R-36]', async ({ page, t }) => {
      const answer = await answers(page);
      const main = page.getByRole('main');
      for (const visit of readers.pages) {
        await test.step(addressOf(visit), async () => {
          const asksNothing = await isStatic(visit, addressOf(visit), page, t, answer);
          answer('hold');
          await page.goto(addressOf(visit));
          await expect(asksNothing ? visit.ready(main, t) : loadingIn(main, t).first()).toBeVisible();
          answer('pass');
          await expect(visit.ready(main, t)).toBeVisible();
          await expect(loadingIn(main, t)).toHaveCount(0);
        });
      }
    });
  });
}

test('a page without a response shows an error after half a minute [R-36]', async ({ page, t, signedIn }) => {
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

for (const failing of ['getProviderBilling', 'getProviderPaying', 'getProviderTransactions'])
  test(`the billing page of a provider shows that only ${failing} failed, and reads it again [D-48, R-36]`, async ({
    page,
    app,
    t,
    signedIn,
  }) => {
    const { house, number } = await houseBilledThere(app, 'en');
    await signedIn({ role: 'provideradmin', providerId: house });
    let failed = 0;
    let isBroken = true;
    await page.route('**/api/graphql', async (route) => {
      if (!isBroken || !asks(failing)(route.request())) return route.fallback();
      failed += 1;
      return route.fulfill({ json: refusal });
    });
    const main = page.getByRole('main');
    const parts = {
      getProviderBilling: main.getByRole('heading', { name: t('providerBilling.owed') }),
      getProviderPaying: main.getByText(t('providerBilling.card.none')),
      getProviderTransactions: main.getByText(number),
    };
    await page.goto('/provider/billing');
    await expect(failuresIn(main, t)).toHaveCount(1);
    await expect(loadingIn(main, t)).toHaveCount(0);
    for (const [read, part] of Object.entries(parts))
      // The card is beside the plan, so it appears with it.
      if (read !== failing && !(read === 'getProviderPaying' && failing === 'getProviderBilling'))
        await expect(part.first()).toBeVisible();
    expect(failed).toBeGreaterThan(0);
    isBroken = false;
    await retryIn(main, t).click();
    await expect(failuresIn(main, t)).toHaveCount(0);
    for (const part of Object.values(parts)) await expect(part.first()).toBeVisible();
  });

for (const [address, route, shown] of [
  ['/signup#token=x', '**/api/auth/signup-token', 'signup.submit'],
  ['/verify-email#token=x', '**/api/auth/verify-email', 'signin.submit'],
] as const)
  test(`${address} waits until its link is checked, and retries when the check failed [R-36]`, async ({
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
