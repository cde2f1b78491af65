import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { displayDate, daysAfter, longDate, melbourneDate } from '../../src/domain/fields.ts';
import type { PlainTextKey, Translate } from '../../src/domain/i18n/texts.ts';
import { openEmergency } from '../../src/server/features/emergency/operations.ts';
import { contextFor, fullAnswers, type TestPerson } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { axeFindings, sidewaysBy } from '../axe.ts';
import { signed } from '../saved-plan.ts';
import { escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { exactly, languages, rawKeysIn } from '../words.ts';
import { errorSummary } from '../error-summary.ts';
import { consentVersions } from '../../src/server/pipeline/consents/consent-versions.ts';

async function open(page: Page, t: Translate) {
  await page.goto('/settings/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.privacy.title'));
  return (title: PlainTextKey) => page.getByRole('region', { name: t(title) });
}

const openWithCard = (app: TestApp, who: TestPerson) =>
  openEmergency.call(
    { ...contextFor(app.services, who.actor), actor: { kind: 'emergency', userId: who.userId } },
    { user_id: who.userId },
  );

const today = () => melbourneDate(Date.now());

for (const language of languages) {
  test.describe(`privacy, in ${language}`, () => {
    test.use({ language });

    test(`shows both agreements with version and date, opens them for reading, and has no axe finding [SET-01, CONSENT-01, GAP-76] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      await signedIn();
      const versions = consentVersions(app.services.config);
      const part = await open(page, t);
      const agreed = part('settings.privacy.consents');
      const day = displayDate(today());
      await expect(
        agreed.getByText(t('settings.privacy.eusaRow', { version: versions.eusa, date: day })),
      ).toBeVisible();
      await expect(
        agreed.getByText(t('settings.privacy.privacyRow', { version: versions.privacy, date: day })),
      ).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await agreed.getByRole('button', { name: t('signup.consent.privacyLink') }).click();
      const dialog = page.getByRole('dialog', { name: t('consent.privacy.title') });
      await expect(dialog.getByText(t('consent.privacy.short.p1'))).toBeVisible();
      await expect(dialog.getByRole('button', { name: t('consent.confirm'), exact: true })).toHaveCount(0);
      expect(await axeFindings(page)).toEqual([]);
      await escapeFrom(page, dialog);
    });

    test('an agreement is withdrawn after one question, and the person is signed out [CONSENT-03, GAP-71]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn(signed());
      const part = await open(page, t);
      const take = part('settings.privacy.consents').getByRole('button', {
        name: t('settings.privacy.withdraw'),
      });
      await take.first().click();
      const question = page.getByRole('alertdialog', { name: t('settings.privacy.withdraw') });
      await expect(question).toContainText(t('settings.privacy.withdrawBody'));
      await expect(question.getByRole('button', { name: t('myAcp.pdf') })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      await question.getByRole('button', { name: t('common.cancel') }).click();
      await expect(take.first()).toBeFocused();
      await take.first().click();
      await question.getByRole('button', { name: t('settings.privacy.withdraw') }).click();
      await expect(page.getByRole('link', { name: t('layout.signIn') }).first()).toBeVisible();
      const row = await app.services.db
        .selectFrom('users')
        .select(['eusa_read_version', 'privacy_policy_read_version'])
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      const { privacy } = consentVersions(app.services.config);
      expect(row).toEqual({ eusa_read_version: null, privacy_policy_read_version: privacy });
    });

    test('a copy of all data is requested, made and downloaded [SET-01, D-19]', async ({
      page,
      t,
      signedIn,
    }) => {
      const who = await signedIn({
        firstName: 'Margaret',
        plan: { status: 'complete', answers: fullAnswers() },
      });
      const part = await open(page, t);
      const copy = part('settings.privacy.export.title');
      await copy.getByRole('button', { name: t('settings.privacy.export.button') }).click();
      const password = page.getByRole('dialog').getByRole('textbox');
      await password.fill(who.password);
      await password.press('Enter');
      const link = copy.getByRole('link', {
        name: t('settings.privacy.export.ready', { date: displayDate(daysAfter(today(), 7)) }),
      });
      await expect(link).toBeVisible({ timeout: 60_000 });
      expect(await axeFindings(page)).toEqual([]);
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      expect(download.suggestedFilename()).toBe(`Wattle_${today()}.zip`);
      const files = unzipSync(new Uint8Array(readFileSync(await download.path())));
      expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({
        email: who.email,
        first_name: 'Margaret',
      });
    });

    test(`deletion requires the word, has a date, is shown on every page, and can be cancelled, which a mail confirms [SET-01, D-19] [R-61] ${mainOnce(language)}`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      const part = await open(page, t);
      const end = part('settings.privacy.delete.title');
      await end.getByRole('button', { name: t('settings.privacy.delete.button') }).click();
      const dialog = page.getByRole('alertdialog', { name: t('settings.privacy.delete.title') });
      const word = dialog.getByRole('textbox', { name: t('settings.privacy.delete.type') });
      const button = dialog.getByRole('button', {
        name: exactly(t('settings.privacy.delete.button'), t('common.saving'), t('common.notSaved')),
      });
      await word.fill('delete');
      await button.click();
      await expect(word).toHaveAttribute('aria-invalid', 'true');
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await end.getByRole('button', { name: t('settings.privacy.delete.button') }).click();
      await word.fill(' DELETE ');
      await dialog.getByRole('textbox', { name: t('settings.password.current') }).fill(who.password);
      await word.press('Enter');
      await expect(dialog).toBeHidden();
      const date = daysAfter(today(), 30);
      await expect(
        end.getByText(t('settings.privacy.delete.pending', { date: displayDate(date) })),
      ).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      const stored = async () =>
        (
          await app.services.db
            .selectFrom('users')
            .select('delete_on')
            .where('id', '=', who.userId)
            .executeTakeFirstOrThrow()
        ).delete_on;
      expect(await stored()).toBe(date);
      const line = page.getByRole('region', {
        name: t('layout.deletion.own', { date: longDate(date, language) }),
      });
      for (const place of ['/dashboard', '/questionnaire/step1', '/need-help']) {
        await page.goto(place);
        await expect(line).toBeVisible();
      }
      expect(await axeFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await sidewaysBy(page)).toBe(0);
      await line.getByRole('link', { name: t('layout.deletion.keep') }).click();
      await expect(page).toHaveURL('/settings/privacy');
      await end.getByRole('button', { name: t('settings.privacy.delete.keep') }).click();
      await expect(end.getByRole('button', { name: t('settings.privacy.delete.button') })).toBeVisible();
      await expect(line).toHaveCount(0);
      expect(await stored()).toBeNull();
      await expect
        .poll(async () =>
          app.services.db
            .selectFrom('mail_outbox')
            .select('subject')
            .where('to_address', '=', who.email)
            .where('subject', '=', t('mail.deleteKept.subject'))
            .execute(),
        )
        .toHaveLength(1);
    });
  });
}

test('openings of the plan are listed there, newest first and ten at a time [SET-01, D-08, D-17]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn(signed());
  const part = await open(page, t);
  const list = part('settings.privacy.whoOpened');
  await expect(list.getByText(t('settings.privacy.whoOpenedEmpty'))).toBeVisible();
  for (let number = 0; number < 12; number += 1) await openWithCard(app, who);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expect(list.getByRole('listitem').first()).toContainText(t('notification.ACP_OPENED.owner'));
  await list.getByRole('button', { name: t('settings.privacy.whoOpenedMore') }).click();
  await expect(list.getByRole('listitem')).toHaveCount(12);
  // The button is gone, and the focus is on the first of the lines that it brought.
  await expect(list.getByRole('listitem').nth(10)).toBeFocused();
  await expect(list.getByRole('button', { name: t('settings.privacy.whoOpenedMore') })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
});

test('a copy that failed shows an error, and can be requested again; too many requests must wait [D-19]', async ({
  page,
  t,
  app,
  signedIn,
}) => {
  const who = await signedIn();
  await app.services.db
    .insertInto('data_exports')
    .values({ user_id: who.userId, status: 'failed' })
    .execute();
  const part = await open(page, t);
  const copy = part('settings.privacy.export.title');
  await expect(copy.getByText(t('error.export.failed'))).toBeVisible();
  const ask = copy.getByRole('button', { name: t('settings.privacy.export.button') });
  const password = page.getByRole('dialog').getByRole('textbox');
  const askWithPassword = async () => {
    await ask.click();
    await password.fill(who.password);
    await password.press('Enter');
  };
  for (let time = 0; time < 3; time += 1) {
    await askWithPassword();
    await expect(copy.getByRole('link')).toBeVisible({ timeout: 60_000 });
    await expect(ask).toBeVisible();
  }
  await askWithPassword();
  await expect(errorSummary(page.getByRole('dialog'))).toContainText(/Too many tries/);
});
