import type { Page } from '@playwright/test';
import { daysAfter, melbourneDate } from '../../src/domain/fields.ts';
import { fullAnswers, person, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { house, resident } from '../customers-house.ts';
import { eachWidthOnce, expect, main, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const complete = { status: 'complete' as const, answers: fullAnswers() };

/** The figures on the page, by their labels. */
const figures = async (page: Page) =>
  Object.fromEntries(
    await page
      .getByRole('main')
      .locator('dl > div')
      .evaluateAll((boxes) =>
        boxes.map((box) => [
          box.querySelector('dt')?.textContent,
          Number(box.querySelector('dd b')?.textContent),
        ]),
      ),
  );

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(
      `a provider admin sees figures of the provider’s own customers, and none of others, with the last six months and activity that leads to its customer [GAP-26, MENU-02, security 4] [N-01] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { services } = app;
        const house = await provider(services, 'Banksia House');
        const elsewhere = await provider(services, 'Grevillea Lodge');
        await person(services, { providerId: house, plan: complete, firstName: 'Lin Mei', lastName: 'Chen' });
        await person(services, { providerId: house });
        const invited = await person(services, { providerId: house });
        await services.db
          .updateTable('users')
          .set({ status: 'invited' })
          .where('id', '=', invited.userId)
          .execute();
        await person(services, {
          providerId: elsewhere,
          plan: complete,
          firstName: 'Noor',
          lastName: 'Haddad',
        });
        await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya' });
        await page.goto('/dashboard');
        const main = page.getByRole('main');
        await expect(main).toContainText(t('dash.provider.lead', { provider: 'Banksia House' }));
        await expect(main.locator('dl').last()).toBeVisible();
        expect(await figures(page)).toEqual({
          [t('dash.work.none')]: 2,
          [t('dash.work.lapsing')]: 0,
          [t('dash.work.recent')]: 3,
          [t('dash.provider.customers')]: 3,
          [t('dash.provider.completed')]: 1,
          [t('dash.provider.draft')]: 0,
          [t('dash.provider.invited')]: 1,
          [t('dash.provider.trials')]: 0,
        });
        await expect(main).toContainText(t('dash.provider.completeShare', { complete: 1, total: 3 }));
        const activity = main.getByRole('region', { name: t('dash.activity.title') });
        await expect(activity).toContainText(
          t('notification.ACP_COMPLETED.staff', { customer: 'Lin Mei Chen' }),
        );
        await expect(activity.getByRole('listitem')).toHaveCount(4);
        const months = main.getByRole('table', { name: t('today.months') });
        await expect(months.getByRole('rowheader')).toHaveCount(6);
        await expect(months.getByRole('row').last()).toContainText(/1\s*3$/);
        // The bars are decoration without a role or a name. They must not shrink to nothing.
        const bars = await main
          .locator('dd > span > i')
          .evaluateAll((all) => all.map((bar) => bar.clientWidth));
        expect(bars).toHaveLength(6);
        expect(Math.min(...bars)).toBeGreaterThan(20);
        await expect(activity).not.toContainText('Noor');
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        await activity
          .getByRole('link', { name: t('notification.ACP_COMPLETED.staff', { customer: 'Lin Mei Chen' }) })
          .click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lin Mei Chen');
      },
    );

    test(`an administrator sees the figures of all customers, with the providers first [GAP-26, MENU-05, DASH-17] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      await provider(app.services, 'Banksia House');
      await signedIn({ role: 'tlcadmin' });
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main.locator('dl').last()).toBeVisible();
      expect(Object.keys(await figures(page))).toEqual([
        t('dash.work.none'),
        t('dash.work.lapsing'),
        t('dash.work.recent'),
        t('dash.admin.providers'),
        t('dash.admin.registered'),
        t('dash.admin.providerTrials'),
        t('dash.admin.customers'),
        t('dash.admin.completed'),
        t('dash.admin.draft'),
        t('dash.admin.invited'),
        t('dash.admin.trials'),
      ]);
      await expect(main).toContainText(t('dash.admin.lead'));
      await expect(main).toContainText(t('dash.work.title'));
    });
  });
}

test(`each figure that is a link opens a list of exactly the customers it counts [GAP-26, CTABLE-12] [S-73] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await house(app);
  await resident(app, id, { plan: { status: 'draft', answers: fullAnswers() } });
  const trial = await resident(app, id, { status: 'suspended' });
  const trial_end_date = daysAfter(melbourneDate(app.services.clock()), 3);
  await app.services.db.updateTable('users').set({ trial_end_date }).where('id', '=', trial.userId).execute();
  await resident(app, id, { status: 'archived', plan: complete });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.locator('dl').last()).toBeVisible();
  const counted = await figures(page);
  expect(counted).toMatchObject({ 'No plan yet': 5, 'Plans in draft': 1, 'Complete plans': 2, Customers: 8 });
  const links = await main.locator('dt').getByRole('link').allTextContents();
  expect(links.toSorted()).toEqual(Object.keys(counted).toSorted());
  for (const figure of links) {
    await main.locator('dt').getByRole('link', { name: figure, exact: true }).click();
    await expect(page).toHaveURL(/\/provider\/customers/);
    await expect(main.getByRole('row').or(main.getByText('Nothing matches')).first()).toBeVisible();
    await expect(main.getByRole('rowheader'), figure).toHaveCount(counted[figure] ?? -1);
    await page.goBack();
  }
});

test('a read-only staff member of a provider sees the same figures, the remaining time of the trial, and its end [GAP-26, MENU-04, TRANS-02, TRANS-03, S-42]', async ({
  page,
  app,
  signedIn,
}) => {
  const house = await provider(app.services);
  const today = melbourneDate(app.services.clock());
  const trialEndsIn = (days: number) =>
    app.services.db
      .updateTable('providers')
      .set({ trial_expiry_date: daysAfter(today, days) })
      .where('id', '=', house)
      .execute();
  await trialEndsIn(4);
  await signedIn({ role: 'providerview', providerId: house });
  await page.goto('/dashboard');
  await expect(page.getByRole('main')).toContainText('Your trial ends in 4 days.');
  await trialEndsIn(0);
  await page.reload();
  await expect(page.getByRole('main')).toContainText('Your trial has ended. Choose a payment plan');
  expect(await figures(page)).toMatchObject({ Customers: 0, 'Complete plans': 0 });
});

test('figures that cannot be loaded show an error, and are reloaded [GAP-26]', async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  let broken = true;
  await page.route('**/api/graphql', async (route) => {
    if (broken && route.request().postData()?.includes('staffOverview'))
      return route.abort('connectionreset');
    return route.fallback();
  });
  await page.goto('/dashboard');
  const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  broken = false;
  await again.click();
  await expect(page.getByRole('main').locator('dl').last()).toContainText('Customers');
});
