import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { TestClient } from '../../testing/client.ts';
import { axeFindings } from '../axe.ts';
import { shieldGone } from '../taps.ts';
import { escapeFrom, expect, noteRequests, phone, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';

/** Sends a wrong password in a dialog, checks the error at the field and that nothing is lost, and then sends the right one. */
async function wrongThenRight(page: Page, t: Translate, dialog: Locator, right: string) {
  const password = dialog.getByRole('textbox', { name: t('settings.password.current') });
  await password.fill('Wrong-horse-7');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription(saying(t('field.password.currentWrong')));
  await expect(password).toHaveValue('Wrong-horse-7');
  await shieldGone(page);
  expect(await axeFindings(page)).toEqual([]);
  expect(rawKeysIn(await dialog.innerText())).toEqual([]);
  await password.fill(right);
  await password.press('Enter');
  await expect(dialog).toBeHidden();
}

for (const language of languages) {
  test.describe(`the repeated password, in ${language}`, () => {
    test.use({ language });

    test(`is required before a copy of all data, and again after a wrong one [D-19, security 13]`, async ({
      page,
      t,
      signedIn,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/privacy');
      const copy = page.getByRole('region', { name: t('settings.privacy.export.title') });
      const ask = copy.getByRole('button', { name: t('settings.privacy.export.button') });
      const sent = noteRequests(page, 'requestDataExport');
      await ask.click();
      const dialog = page.getByRole('dialog', { name: t('settings.privacy.export.title') });
      await expect(dialog).toContainText(t('settings.privacy.export.password'));
      await escapeFrom(page, dialog);
      await expect(ask).toBeFocused();
      expect(sent).toEqual([]);
      await ask.click();
      await wrongThenRight(page, t, dialog, who.password);
      await expect(copy.getByRole('link')).toBeVisible({ timeout: 60_000 });
    });

    test('is required beside the word that confirms deletion, which stays typed [D-19, security 13]', async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      await page.goto('/settings/privacy');
      const end = page.getByRole('region', { name: t('settings.privacy.delete.title') });
      await end.getByRole('button', { name: t('settings.privacy.delete.button') }).click();
      const dialog = page.getByRole('alertdialog', { name: t('settings.privacy.delete.title') });
      const word = dialog.getByRole('textbox', { name: t('settings.privacy.delete.type') });
      const password = dialog.getByRole('textbox', { name: t('settings.password.current') });
      await word.fill('DELETE');
      await word.press('Enter');
      await expect(password).toHaveAccessibleDescription(saying(t('field.password.required')));
      await password.fill('Wrong-horse-7');
      await password.press('Enter');
      await expect(password).toHaveAccessibleDescription(saying(t('field.password.currentWrong')));
      await expect(word).toHaveValue('DELETE');
      await wrongThenRight(page, t, dialog, who.password);
      const { delete_on } = await app.services.db
        .selectFrom('users')
        .select('delete_on')
        .where('id', '=', who.userId)
        .executeTakeFirstOrThrow();
      expect(delete_on).not.toBeNull();
    });

    test(`is required before other sessions are ended ${phone} [D-13, security 18]`, async ({
      page,
      t,
      app,
      signedIn,
    }) => {
      const who = await signedIn();
      const others = [new TestClient(app.url), new TestClient(app.url)];
      for (const other of others) await other.signIn(who.email, who.password);
      const isIn = async (other: TestClient) =>
        (await other.graphql('{ currentUser { id } }')).data.currentUser !== null;
      await page.goto('/settings/mfa');
      const list = page.getByRole('region', { name: t('settings.mfa.sessions') });
      await list
        .getByRole('button', { name: saying(t('settings.mfa.sessionEnd')) })
        .first()
        .click();
      const one = page.getByRole('dialog', { name: t('settings.mfa.sessionEnd') });
      await escapeFrom(page, one);
      expect(await Promise.all(others.map(isIn))).toEqual([true, true]);
      await list.getByRole('button', { name: t('settings.mfa.sessionEndAll') }).click();
      const all = page.getByRole('dialog', { name: t('settings.mfa.sessionEndAll') });
      await expect(all).toContainText(t('settings.mfa.sessionEndAllLead'));
      await wrongThenRight(page, t, all, who.password);
      await expect(page.getByText(t('success.sessionEnded'))).toBeVisible();
      await expect(list.getByRole('listitem')).toHaveCount(1);
      expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    });
  });
}
