import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { person, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { linkFor } from '../mailed-link.ts';
import { eachWidthOnce, escapeFrom, expect, mainOnce, test } from '../wattle.ts';
import { exactly, languages, rawKeysIn, saying } from '../words.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';

let made = 0;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Returns a name that is unique to a test. */
const lodge = () => `Correa Lodge ${(made += 1)} ${process.pid}`;

/** The invitation dialog, by its visible texts. */
function inviting(page: Page, t: Translate) {
  const root = page.getByRole('dialog', { name: t('providers.inviteForm.title') });
  const box = (name: string): Locator => root.getByRole('textbox', { name });
  return {
    root,
    name: box(t('providers.inviteForm.providerName')),
    first: box(t('providers.inviteForm.firstName')),
    last: box(t('providers.inviteForm.lastName')),
    email: box(t('providers.inviteForm.email')),
    external: root.getByRole('textbox', { name: t('providers.form.externalId') }),
    type: (type: 'internal_provider' | 'external_provider') =>
      root.locator('label', { hasText: t(`providers.type.${type}`) }),
    submit: (key: 'submit' | 'submitExternal') =>
      root.getByRole('button', {
        name: exactly(
          t(`providers.inviteForm.${key}`),
          t('providers.inviteForm.pending'),
          t('providers.inviteForm.complete'),
          t('providers.inviteForm.failed'),
        ),
      }),
  };
}

for (const language of languages) {
  test.describe(`registered providers, in ${language}`, () => {
    test.use({ language });

    test(
      `invites a contact person, shows the invitation as pending, and finds it by name, person and status [PROV-08, PROV-10, PROV-33, GAP-90, GAP-91] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, t, signedIn }) => {
        await signedIn({ role: 'admin' });
        await page.goto('/admin/providers/registered');
        await expect(heading(page)).toHaveText(t('providers.registered.title'));
        await isInOrder(page);
        const name = lodge();
        const email = `${randomUUID()}@test.example`;
        await page
          .getByRole('button', { name: t('providers.invite') })
          .first()
          .click();
        const dialog = inviting(page, t);
        await dialog.submit('submit').click();
        await expect(dialog.name).toHaveAccessibleDescription(
          saying(t('field.required', { label: t('field.name.providerName') })),
        );
        await expect(dialog.root).toContainText(t('error.provider.typeRequired'));
        await isInOrder(page);
        await dialog.name.fill(name);
        await dialog.first.fill('Bridie');
        await dialog.last.fill('O’Brien');
        await dialog.email.fill(` ${email.toUpperCase()} `);
        await dialog.type('internal_provider').click();
        await expect(dialog.root).toContainText(t('providers.inviteForm.internalNote'));
        await dialog.submit('submit').click();
        await expect(dialog.root).toBeHidden();
        await expect(page.getByText(t('success.invited'))).toBeVisible();
        const main = page.getByRole('main');
        await expect(main).toContainText(name);
        await expect(main).toContainText(email);
        expect(rawKeysIn(await main.innerText())).toEqual([]);
        await isInOrder(page);
        expect(await linkFor(page, email, 'invite')).toContain('/invite#token=');
        const search = page
          .getByRole('textbox', { name: t('providers.search.label') })
          .or(page.getByRole('searchbox', { name: t('providers.search.label') }));
        await search.fill(`bridie ${name.toLowerCase()}`);
        await expect(page).toHaveURL(/search=/);
        await expect(main).toContainText(name);
        const status = page.getByRole('combobox', { name: t('providers.registered.col.status') });
        await status.selectOption('expired');
        await expect(main).toContainText(t('lists.noneMatch'));
        await status.selectOption('waiting');
        await expect(main).toContainText(name);
        // It was just sent. The message about it covers the button on a telephone, and stays under the pointer.
        await page
          .getByRole('button', { name: t('providers.registered.resendTo', { provider: name }) })
          .press('Enter');
        await expect(page.getByRole('alert').first()).toBeVisible();
        await app.services.db
          .updateTable('users')
          .set({ invite_date: new Date(Date.now() - 31 * 24 * 60 * 60_000) })
          .where('email', '=', email)
          .execute();
        await page.reload();
        await status.selectOption('expired');
        await expect(main).toContainText(name);
        await page
          .getByRole('button', { name: t('providers.registered.resendTo', { provider: name }) })
          .click();
        await expect(page.getByText(t('providers.registered.resent'))).toBeVisible();
      },
    );

    test('shows at the field that the address has an account, also in capitals, and loses nothing typed [PROV-15, ERR-33]', async ({
      page,
      app,
      t,
      signedIn,
    }) => {
      const known = await person(app.services, {});
      await signedIn({ role: 'tlcadmin' });
      await page.goto('/admin/providers/registered');
      await page
        .getByRole('button', { name: t('providers.invite') })
        .first()
        .click();
      const dialog = inviting(page, t);
      const name = lodge();
      await dialog.name.fill(name);
      await dialog.first.fill('Bridie');
      await dialog.last.fill('O’Brien');
      await dialog.email.fill(known.email.toUpperCase());
      await dialog.type('internal_provider').click();
      await dialog.submit('submit').click();
      await expect(dialog.email).toHaveAccessibleDescription(saying(t('error.userExists')));
      await expect(dialog.name).toHaveValue(name);
      await expect(dialog.email).toHaveValue(known.email.toUpperCase());
      // Closing asks about the typed text first.
      await page.keyboard.press('Escape');
      const question = page.getByRole('alertdialog', { name: t('save.leave.title') });
      await question.getByRole('button', { name: t('save.leave.stay') }).click();
      await expect(dialog.name).toHaveValue(name);
    });
  });
}

test('asks for the external id only for an external provider, and refuses that type at the top, where no organisation is connected [PROV-17, D-50]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ role: 'sysadmin' });
  await page.goto('/admin/providers/registered');
  const dialog = inviting(page, t);
  await page
    .getByRole('button', { name: t('providers.invite') })
    .first()
    .click();
  await dialog.name.fill(lodge());
  await dialog.first.fill('Bridie');
  await dialog.last.fill('Lee');
  await dialog.email.fill(`${randomUUID()}@test.example`);
  await expect(dialog.external).toHaveCount(0);
  await dialog.type('external_provider').click();
  await expect(dialog.root).toContainText(t('providers.inviteForm.externalNote'));
  await dialog.submit('submitExternal').click();
  await expect(dialog.external).toHaveAccessibleDescription(saying(t('error.provider.externalIdRequired')));
  await dialog.external.fill(`R-${process.pid}-${(made += 1)}`);
  await dialog.submit('submitExternal').click();
  await expect(dialog.root).toContainText(t('error.connection.required'));
});

test('shows a contact person who signs in at the organisation, without an invitation to send again [PROV-34]', async ({
  page,
  app,
  t,
  signedIn,
}) => {
  const name = lodge();
  const id = await provider(app.services, name);
  const contact = await person(app.services, { role: 'provideradmin', providerId: id });
  const { db } = app.services;
  await db.updateTable('providers').set({ contact_id: contact.userId }).where('id', '=', id).execute();
  await db
    .updateTable('users')
    .set({ cognito_sync_status: 'external-provider', login_provider: 'external' })
    .where('id', '=', contact.userId)
    .execute();
  await signedIn({ role: 'sysadmin' });
  await page.goto('/admin/providers/registered');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(t('providers.registered.status.external'));
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('invites by keyboard only, and closes on Escape while nothing is typed [PROV-10]', async ({
  page,
  t,
  signedIn,
}) => {
  await signedIn({ role: 'admin' });
  await page.goto('/admin/providers/registered');
  const button = page.getByRole('button', { name: t('providers.invite') }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = inviting(page, t);
  await escapeFrom(page, dialog.root);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const name = lodge();
  await dialog.name.focus();
  await page.keyboard.type(name);
  for (const words of ['Bridie', 'Lee', `${randomUUID()}@test.example`]) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog.root).toBeHidden();
  await expect(page.getByRole('main')).toContainText(name);
});
