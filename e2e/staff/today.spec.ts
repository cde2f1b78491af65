import { insertFile } from '../../testing/customer-files.ts';
import { fullAnswers, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { resident } from '../customers-house.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';
import type { TestApp } from '../../testing/start-app.ts';

const complete = { status: 'complete' as const, answers: fullAnswers() };
const dayMs = 24 * 60 * 60_000;
const ago = (app: TestApp, days: number) => new Date(app.services.clock().getTime() - days * dayMs);

for (const language of languages) {
  test.describe(`the page of the day, in ${language}`, () => {
    test.use({ language });

    test(`lists residents who need attention with house, reason and one action, and sends reminders from there [N-01] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const house = await provider(app.services, 'Lorikeet Lodge');
      const opened = await resident(app, house, { firstName: 'Noelene', lastName: 'Walsh', plan: complete });
      await app.services.db
        .insertInto('emergency_mails')
        .values({ user_id: opened.userId, at: ago(app, 0) })
        .execute();
      for (const lastName of ['Adams', 'Brown', 'Clark', 'Davis'])
        await resident(app, house, {
          ...{ firstName: 'Ann', lastName, status: 'invited' },
          invited: ago(app, 12).toISOString(),
        });
      const papers = await resident(app, house, { firstName: 'Yvonne', lastName: 'Katsaros' });
      await insertFile(app.services, papers.userId, {});
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Ingrid' });
      await page.goto('/dashboard');
      const main = page.getByRole('main');
      await expect(main).toContainText(t('today.people', { count: 6 }));
      const emergency = main.getByRole('region', { name: t('today.emergency') });
      await expect(emergency.getByRole('listitem')).toContainText(['Noelene Walsh']);
      await expect(emergency.getByRole('listitem')).toContainText(['Lorikeet Lodge']);
      await expect(main.getByRole('region', { name: t('today.papers') })).toContainText('Yvonne Katsaros');
      await isInOrder(page);
      const fresh = main.getByRole('region', { name: t('today.none') });
      await expect(fresh.getByRole('listitem')).toHaveCount(3);
      await fresh
        .getByRole('button', { name: t('today.allOf', { count: 4, reason: t('today.none') }) })
        .click();
      await expect(fresh.getByRole('listitem')).toHaveCount(4);
      await fresh.getByRole('button', { name: t('today.fewer') }).click();
      await expect(fresh.getByRole('listitem')).toHaveCount(3);
      await fresh.getByRole('button', { name: t('today.remindOf', { customer: 'Ann Adams' }) }).click();
      await expect(page.getByRole('alertdialog')).toContainText('Ann Adams');
      await page.keyboard.press('Escape');
      await emergency.getByRole('link', { name: t('today.openOf', { customer: 'Noelene Walsh' }) }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Noelene Walsh');
    });
  });
}

test('the page of the day shows that it could not be loaded, and reloads on request [N-01]', async ({
  page,
  app,
  signedIn,
}) => {
  const house = await provider(app.services);
  await resident(app, house, { firstName: 'Ann', lastName: 'Adams' });
  await signedIn({ role: 'providerview', providerId: house });
  await page.route('**/api/graphql', (route) =>
    route.request().postData()?.includes('staffToday') ? route.abort() : route.continue(),
  );
  await page.goto('/dashboard');
  const failed = page.getByRole('main').getByRole('alert').first();
  await expect(failed).toBeVisible();
  await page.unroute('**/api/graphql');
  await failed.getByRole('button').click();
  await expect(page.getByRole('main')).toContainText('Ann Adams');
});

test('the handover list opens only next to the customers of a single house, and has a line for each resident [N-06]', async ({
  page,
  app,
  signedIn,
}) => {
  const house = await provider(app.services, 'Lorikeet Lodge');
  const ward = await provider(app.services, 'Lorikeet North', house);
  await resident(app, house, { firstName: 'Ann', lastName: 'Adams' });
  await resident(app, ward, { firstName: 'Bob', lastName: 'Brown' });
  await signedIn({ role: 'providerview', providerId: house });
  await page.goto('/provider/customers');
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  const link = page.getByRole('link', { name: /^Print a handover list/ });
  await expect(link).toHaveCount(0);
  await page.goto(`/provider/customers?provider_id=${ward}`);
  const [list] = await Promise.all([page.context().waitForEvent('page'), link.first().click()]);
  await expect(list.getByRole('heading', { level: 1 })).toHaveText('Lorikeet North: handover list');
  await expect(list.getByRole('rowheader')).toHaveText([/^Bob Brown/]);
  await expect(list.getByRole('row').nth(1)).toContainText('No signed plan');
});
