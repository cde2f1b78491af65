import type { Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { testConsents } from '../../testing/consents.ts';
import { fullAnswers } from '../../testing/people.ts';
import { axeFindings } from '../axe.ts';
import { agreeToBoth, outdateConsents } from '../screens/consent-dialog.ts';
import { expect, main, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Collects every refused response that the page gets from this point on. */
function noteRefusals(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().includes('/api/')) return;
    const text = await response.text().catch(() => '');
    if (text.includes('forbidden'))
      refusals.push(`${response.request().postData() ?? response.url()}: ${text}`);
  });
  return refusals;
}

/** Opens the texts and declines them. Returns both dialogs. */
async function decline(page: Page, t: Translate) {
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: t('consent.eusa.title') });
  await dialog.getByRole('button', { name: t('consent.decline') }).click();
  return { dialog, declined: page.getByRole('alertdialog', { name: t('consent.declined.title') }) };
}

for (const role of ['user', 'provideradmin', 'admin'] as const)
  test(`a ${role}'s page waits until the texts are agreed to: it sends no call that would be refused, and loads completely afterwards [GAP-71]`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    const who = await newCustomer({ role, firstName: 'Margaret' });
    await outdateConsents(app.services, who.userId);
    await enter(who);
    const refusals = noteRefusals(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('dialog', { name: t('consent.eusa.title') })).toBeVisible();
    // Longer than the frame waits before it subscribes to notifications.
    await page.waitForTimeout(2_500);
    await expect(page.getByRole('main')).toHaveCount(0);
    await agreeToBoth(page, t);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main .err')).toHaveCount(0);
    expect(refusals).toEqual([]);
  });

test(`signing in leads to the texts first, and then to the requested page [GAP-71] ${main}`, async ({
  page,
  t,
  app,
  newCustomer,
}) => {
  const who = await newCustomer({ firstName: 'Margaret' });
  await outdateConsents(app.services, who.userId);
  const refusals = noteRefusals(page);
  await page.goto('/settings/profile');
  await page.getByRole('textbox', { name: t('signin.email.label') }).fill(who.email);
  await page.getByRole('textbox', { name: t('signin.password.label') }).fill(who.password);
  await page.getByRole('textbox', { name: t('signin.password.label') }).press('Enter');
  await agreeToBoth(page, t);
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.profile.title'));
  expect(refusals).toEqual([]);
});

test('a text that changes while a person is writing is shown at the next save, over the page, and nothing typed is lost [GAP-71, D-18]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn({ firstName: 'Margaret', postcode: '3000' });
  await page.goto('/settings/profile');
  const name = page.getByRole('textbox', { name: t('settings.profile.firstName') });
  await expect(name).toHaveValue('Margaret');
  await name.fill('Peggy');
  await outdateConsents(app.services, who.userId);
  const save = page.getByRole('button', { name: t('settings.profile.save') });
  await name.press('Enter');
  await agreeToBoth(page, t);
  await expect(name).toHaveValue('Peggy');
  await name.press('Enter');
  const stored = () =>
    app.services.db
      .selectFrom('users')
      .select(['first_name', 'eusa_read_version'])
      .where('id', '=', who.userId)
      .executeTakeFirstOrThrow();
  await expect.poll(stored).toEqual({ first_name: 'Peggy', eusa_read_version: testConsents.eusa });
  await expect(save).toBeVisible();
});

test('a person who does not agree can still copy or delete their data, and can open no other page [GAP-71, CONSENT-03, D-19]', async ({
  page,
  t,
  app,
  newCustomer,
  enter,
}) => {
  const who = await newCustomer({ firstName: 'Margaret' });
  await outdateConsents(app.services, who.userId);
  await enter(who);
  const refusals = noteRefusals(page);
  const { declined } = await decline(page, t);
  await declined.getByRole('button', { name: t('consent.declined.data') }).click();
  await expect(page).toHaveURL(/\/settings\/privacy$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.privacy.title'));
  expect(await axeFindings(page)).toEqual([]);
  const copy = page.getByRole('region', { name: t('settings.privacy.export.title') });
  await copy.getByRole('button', { name: t('settings.privacy.export.button') }).click();
  const password = page.getByRole('dialog').getByRole('textbox');
  await password.fill(who.password);
  await password.press('Enter');
  await expect(copy.getByRole('link')).toBeVisible({ timeout: 60_000 });
  const end = page.getByRole('region', { name: t('settings.privacy.delete.title') });
  await expect(end.getByRole('button', { name: t('settings.privacy.delete.button') })).toBeVisible();
  await expect(page.getByRole('region', { name: t('settings.privacy.whoOpened') })).toHaveCount(0);
  expect(refusals).toEqual([]);
  await page
    .getByRole('link', { name: t('layout.logoAlt') })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

for (const language of languages)
  test.describe(`in ${language}`, () => {
    test.use({ language });

    test(`a customer who does not agree can still read, print and download their plan, and sees no other page [S-34] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      newCustomer,
      enter,
    }) => {
      const who = await newCustomer({ language, plan: { status: 'complete', answers: fullAnswers() } });
      await outdateConsents(app.services, who.userId);
      await enter(who);
      const refusals = noteRefusals(page);
      const { dialog, declined } = await decline(page, t);
      await declined.getByRole('button', { name: t('consent.declined.plan') }).click();
      await expect(page).toHaveURL(/\/care-plan$/);
      await expect(page.getByRole('article').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('button', { name: t('common.print') })).toBeVisible();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: t('myAcp.pdf') }).click();
      expect(await (await download).failure()).toBeNull();
      expect(await axeFindings(page)).toEqual([]);
      expect(refusals).toEqual([]);
      await page.getByRole('link', { name: t('carePlan.back') }).click();
      await expect(dialog).toBeVisible();
    });
  });
