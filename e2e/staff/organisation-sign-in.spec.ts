import type { Page } from '@playwright/test';
import { person } from '../../testing/people.ts';
import {
  startOrganisationIssuer,
  type OrganisationIssuer,
} from '../../testing/stand-ins/organisation-issuer.ts';
import type { TestApp } from '../../testing/start-app.ts';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { isInOrder } from '../axe.ts';
import { linkFor } from '../mailed-link.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn, saying } from '../words.ts';
import { choose, fullProvider, searched } from '../organisation/provider-form-page.ts';

const callbackOf = (app: TestApp, id: string) => `${app.url}/api/auth/organisation/${id}/callback`;

/** Opens the dialog of a provider's connection, in the tree. */
async function openConnection(page: Page, t: Translate, name: string) {
  await page.goto(searched(name));
  await choose(page, t('providers.row.menu', { provider: name }), t('providers.action.connection'));
  const dialog = page.getByRole('dialog', { name: t('providers.connection.title', { provider: name }) });
  return {
    dialog,
    issuer: dialog.getByLabel(t('providers.connection.issuer'), { exact: true }),
    clientId: dialog.getByLabel(t('providers.connection.clientId'), { exact: true }),
    secret: dialog.getByRole('textbox', { name: t('providers.connection.secret') }),
    save: dialog.getByRole('button', { name: t('providers.connection.save') }),
  };
}

for (const language of languages)
  test.describe(`signing in at the organisation, in ${language}`, () => {
    test.use({ language });
    let issuer: OrganisationIssuer | undefined;
    test.afterEach(() => issuer?.close());

    test(
      `is set up with errors at the fields, checked and saved; a member of staff then joins by the mailed link and signs in, until it is removed [D-50] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, context, t }) => {
        const name = `Correa ${language} ${test.info().project.name}`;
        const id = await fullProvider(app, name);
        issuer = await startOrganisationIssuer({ redirectUris: [callbackOf(app, id)] });
        await signedIn({ role: 'sysadmin' });
        const form = await openConnection(page, t, name);
        await expect(form.dialog).toContainText(callbackOf(app, id));
        await form.issuer.fill('http://issuer.example');
        await form.save.click();
        await expect(form.issuer).toHaveAccessibleDescription(saying(t('error.connection.address')));
        await expect(form.clientId).toHaveAccessibleDescription(
          saying(t('field.required', { label: t('field.name.clientId') })),
        );
        await form.issuer.fill(issuer.url);
        await form.clientId.fill(issuer.client_id);
        await form.secret.fill('wrong');
        await form.save.click();
        await expect(form.secret).toHaveAccessibleDescription(saying(t('error.connection.credentials')));
        expect(rawKeysIn(await form.dialog.innerText())).toEqual([]);
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('connection-error.png') });
        await form.secret.fill(issuer.client_secret);
        await form.save.click();
        await expect(page.getByText(t('providers.connection.saved'))).toBeVisible();
        await expect(form.dialog).toBeHidden();

        const again = await openConnection(page, t, name);
        await expect(again.issuer).toHaveValue(issuer.url);
        await expect(again.secret).toHaveValue('');
        await again.dialog.getByRole('button', { name: t('providers.connection.check') }).click();
        await expect(again.dialog.getByRole('status')).toContainText(
          t('providers.connection.checkedAt', { date: '' }).trim(),
        );
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('connection-saved.png') });

        const staff = await person(app.services, { role: 'provideradmin', providerId: id, language });
        await app.services.db
          .updateTable('users')
          .set({ login_provider: 'external', password_hash: null })
          .where('id', '=', staff.userId)
          .execute();
        await context.clearCookies();
        await page.goto('/login');
        await page.screenshot({ path: test.info().outputPath('login.png') });
        await page.getByRole('link', { name: t('signin.organisation.link') }).click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('organisation.title'));
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('ask-address.png') });
        const email = page.getByLabel(t('organisation.email'));
        await email.fill('ward');
        await page.getByRole('button', { name: t('organisation.submit') }).click();
        await expect(email).toHaveAccessibleDescription(saying(t('field.email.invalid')));
        await email.fill(staff.email);
        await page.getByRole('button', { name: t('organisation.submit') }).click();
        await expect(page.getByText(t('organisation.sent.body', { email: staff.email }))).toBeVisible();
        const link = await linkFor(page, staff.email, 'join-organisation');

        issuer.signIn('ward-7');
        await page.goto(link);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('organisation.join.title'));
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('join.png') });
        await page.getByRole('button', { name: t('organisation.join.submit') }).click();
        await page.waitForURL('**/dashboard');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

        await context.clearCookies();
        await page.goto(link);
        await page.getByRole('button', { name: t('organisation.join.submit') }).click();
        await expect(page.getByRole('alert')).toContainText(t('error.organisation.link'));

        issuer.signIn('someone-else');
        await page.goto(`/api/auth/organisation/${id}`);
        await page.waitForURL('**/login?organisation=unknown');
        await expect(page.getByText(t('error.organisation.unknown'))).toBeVisible();
        await isInOrder(page);
        await page.screenshot({ path: test.info().outputPath('login-unknown.png') });

        await context.clearCookies();
        await signedIn({ role: 'sysadmin' });
        await app.services.db
          .updateTable('providers')
          .set({ type: 'external_provider' })
          .where('id', '=', id)
          .execute();
        const remove = async () => {
          const { dialog } = await openConnection(page, t, name);
          await dialog.getByRole('button', { name: t('providers.connection.remove') }).click();
          const question = page.getByRole('alertdialog', {
            name: t('providers.connection.removeTitle', { provider: name }),
          });
          await expect(question).toContainText(t('providers.connection.removeJoined', { count: 1 }));
          await isInOrder(page);
          await page.screenshot({ path: test.info().outputPath('connection-remove.png') });
          await question.getByRole('button', { name: t('providers.connection.remove') }).click();
          return question;
        };
        const question = await remove();
        await expect(question.getByRole('alert')).toContainText(
          t('error.connection.inUse', { provider: name }),
        );
        await page.screenshot({ path: test.info().outputPath('connection-in-use.png') });
        await app.services.db
          .updateTable('providers')
          .set({ type: 'internal_provider' })
          .where('id', '=', id)
          .execute();
        await remove();
        await expect(page.getByText(t('providers.connection.removed'))).toBeVisible();
        const empty = await openConnection(page, t, name);
        await expect(empty.issuer).toHaveValue('');
      },
    );
  });
