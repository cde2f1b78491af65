import type { Page } from '@playwright/test';
import { savedPerson, signed } from '../saved-plan.ts';
import { expect, main, test } from '../wattle.ts';

/** The content that covers a page whose session is over. */
const over = (page: Page) => page.getByRole('alertdialog');

test(`a page left open by one person shows and changes no data of the next person who signs in [R-53] ${main}`, async ({
  page,
  context,
  t,
  newCustomer,
  signedIn,
  enter,
  app,
}) => {
  const margaret = await signedIn(signed());
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Margaret');
  const general = await context.newPage();
  await general.goto('/settings/profile');
  const postcode = general.getByRole('textbox', { name: t('settings.profile.postcode') });
  await expect(postcode).toBeVisible();

  // In a third tab of the same browser Margaret signs out, and George signs in.
  // The tab detects it by the response to its save; neither tab sends another request before.
  const saved = Promise.withResolvers<void>();
  await context.route('**/api/auth/session', (route) => saved.promise.then(() => route.continue()));
  await context.clearCookies();
  const george = await newCustomer({ firstName: 'George', lastName: 'Papadakis' });
  await enter(george);
  const before = await savedPerson(app, george);

  await postcode.fill('3280');
  await general.getByRole('button', { name: t('settings.profile.save'), exact: true }).click();
  saved.resolve();
  await expect(over(general)).toContainText(t('system.sessionEnded.title'));
  expect(await savedPerson(app, george)).toEqual(before);

  // The other tab is notified.
  await expect(over(page)).toContainText(t('system.sessionEnded.title'));
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText('Margaret')).toHaveCount(0);

  // Continuing from there leads to George's data.
  await over(general).getByRole('button').click();
  await expect(general.getByRole('textbox', { name: t('settings.profile.firstName') })).toHaveValue('George');
  await expect(postcode).not.toHaveValue('3280');
  expect(margaret.userId).not.toBe(george.userId);
});

test('a page that only checks the session shows that it is over, and does not load endlessly', async ({
  page,
  context,
  t,
  signedIn,
}) => {
  await signedIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const left = Promise.withResolvers<void>();
  await page.route('**/api/auth/session', (route) => left.promise.then(() => route.continue()));
  await context.clearCookies();
  await page.getByRole('link', { name: t('menu.user.settings') }).click();
  left.resolve();
  await expect(over(page)).toContainText(t('system.sessionEnded.title'));
  await over(page).getByRole('button').click();
  await expect(page).toHaveURL(/\/login\?returnPath=%2Fsettings%2Fprofile&reason=expired/);
});
