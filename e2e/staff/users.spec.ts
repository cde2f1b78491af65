import { readFileSync } from 'node:fs';
import { suspendProviderUser } from '../../src/server/features/staff/status-operations.ts';
import { contextFor, person, provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { shieldGone } from '../taps.ts';
import { errorSummary } from '../error-summary.ts';
import { expectCovered, openListening } from '../screens/session-page.ts';
import { expect, main, mainOnce, test } from '../wattle.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { languages } from '../words.ts';

let made = 0;

/** A staff member with this name and a unique address. */
const nurse = (app: TestApp, providerId: string, firstName: string, lastName: string) =>
  person(app.services, {
    role: 'providerview',
    ...{ providerId, firstName, lastName, email: `${firstName}.${(made += 1)}@staff.example`.toLowerCase() },
  });

for (const language of languages) {
  test.describe(`staff of a provider, in ${language}`, () => {
    test.use({ language });

    test(`are added with job and role, and errors are shown at the fields, with nothing lost [PUSER-01, PUSER-02, API-50, GAP-98] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const house = await provider(app.services);
      const known = await nurse(app, house, 'Noor', 'Haddad');
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/users');
      await expect(page.getByRole('heading', { level: 1, name: t('users.title') })).toBeVisible();
      await isInOrder(page);
      await page.getByRole('button', { name: t('users.add') }).click();
      const dialog = page.getByRole('dialog');
      const submit = dialog.getByRole('button', { name: t('users.form.submitAdd') });
      await submit.click();
      await expect(errorSummary(page)).toContainText(t('error.user.roleRequired'));
      await expect(errorSummary(page)).toContainText(t('error.user.labelRequired'));
      await isInOrder(page);
      await dialog.getByLabel(t('users.form.firstName')).fill('Ann');
      await dialog.getByLabel(t('users.form.lastName')).fill('Lee');
      await dialog.getByLabel(t('users.form.email')).fill(`  ${known.email.toUpperCase()} `);
      await dialog.getByLabel(t('users.form.job')).selectOption('nurse');
      await dialog.getByRole('radio', { name: t('users.role.view') }).check({ force: true });
      await submit.click();
      await expect(errorSummary(page)).toContainText(t('error.userExists'));
      await expect(dialog.getByLabel(t('users.form.firstName'))).toHaveValue('Ann');
      const address = `ann.${language}.${Date.now()}@staff.example`;
      await dialog.getByLabel(t('users.form.email')).fill(address);
      await submit.click();
      await expect(dialog).toBeHidden();
      const row = page.getByRole('row').filter({ hasText: address });
      await expect(row).toContainText(t('users.job.nurse'));
      await expect(row).toContainText(t('users.role.view'));
      await expect(row).toContainText(t('users.status.invited'));
    });

    test(`are changed from a menu that works by keyboard: role, suspended, reactivated, removed [API-50, API-51] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const house = await provider(app.services);
      await nurse(app, house, 'Noor', 'Haddad');
      await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
      await page.goto('/provider/users');
      const row = page.getByRole('row').filter({ hasText: 'Noor Haddad' });
      const trigger = row.getByRole('button', { name: t('users.row.menu', { name: 'Noor Haddad' }) });
      await trigger.focus();
      await page.keyboard.press('ArrowDown');
      const items = page.getByRole('menuitem');
      await expect(items).toHaveText([
        t('users.action.change'),
        t('users.action.role'),
        t('users.action.suspend'),
        t('users.action.remove'),
      ]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog');
      await expect(form).toBeVisible();
      await shieldGone(page);
      await form.getByRole('radio', { name: t('users.role.edit') }).check({ force: true });
      await isInOrder(page);
      await form.getByRole('button', { name: t('users.role.save') }).click();
      await expect(form).toBeHidden();
      await expect(row).toContainText(t('users.role.edit'));

      const act = async (action: 'suspend' | 'reactivate' | 'remove') => {
        await trigger.click();
        await page.getByRole('menuitem', { name: t(`users.action.${action}`), exact: true }).click();
        const dialog = page.getByRole('alertdialog');
        await isInOrder(page);
        await dialog.getByRole('button', { name: t(`users.${action}.button`), exact: true }).click();
        await expect(dialog).toBeHidden();
      };
      await act('suspend');
      await expect(row).toContainText(t('users.status.suspended'));
      await act('reactivate');
      await expect(row).toContainText(t('users.status.active'));
      await act('remove');
      await expect(row).toHaveCount(0);
      const own = page.getByRole('row').filter({ hasText: 'Priya Nair' });
      await expect(own).toContainText(t('users.row.you'));
      await expect(
        own.getByRole('button', { name: t('users.row.menu', { name: 'Priya Nair' }) }),
      ).toHaveCount(0);
    });
  });
}

test('the list of users is downloaded as filtered, and contains none of another provider [PUSER-02, security 4]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const house = await provider(app.services);
  await nurse(app, house, 'Noor', 'Haddad');
  await nurse(app, house, 'Leila', 'Osman');
  await nurse(app, await provider(app.services), 'Noor', 'Elsewhere');
  await signedIn({ role: 'provideradmin', providerId: house, firstName: 'Priya', lastName: 'Nair' });
  await page.goto('/provider/users?search=noor');
  const link = page.getByRole('link', { name: t('lists.csv') });
  await expect(link).toHaveAttribute('href', '/api/lists/staff.csv?search=noor');
  const download = page.waitForEvent('download');
  await link.click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('staff.csv');
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('Noor Haddad');
  expect(text).not.toMatch(/Osman|Elsewhere/);
});

test('a user who is suspended while viewing the page of users loses the page [fault 21]', async ({
  page,
  app,
  signedIn,
  newCustomer,
}) => {
  const house = await provider(app.services);
  await nurse(app, house, 'Noor', 'Haddad');
  const { userId } = await signedIn({ role: 'provideradmin', providerId: house });
  const other = await newCustomer({ role: 'tlcadmin' });
  await openListening(page, '/provider/users');
  await expect(page.getByText('Noor Haddad').first()).toBeVisible();
  const context = contextFor(app.services, other.actor);
  await suspendProviderUser.call(context, { id: userId });
  await expectCovered(page, ['Haddad']);
});

test(`managers of a provider filter by the roles of a provider only, each with its everyday name [N-12] [S-72] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await provider(app.services) });
  await page.goto('/provider/users');
  const roles = page.getByRole('group', { name: 'Permission role' });
  await expect(roles.getByRole('button')).toHaveText([
    'All',
    'Managers of the organisation',
    'Editors',
    'Readers',
  ]);
});

test('an administrator finds staff by text, role and status, and ends all sessions of one with their own password [PUSER-02, GAP-98]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const house = await provider(app.services, 'Wattlebird House');
  const word = `Quoll${Date.now()}`;
  await nurse(app, house, 'Noor', word);
  await signedIn({ role: 'tlcadmin' });
  await page.goto('/admin/users?role=view');
  await page.getByLabel(t('users.search.label')).fill(word);
  const row = page.getByRole('row').filter({ hasText: word });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Wattlebird House');
  await page.reload();
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: t('users.row.menu', { name: `Noor ${word}` }) }).click();
  await page.getByRole('menuitem', { name: t('users.action.endSessions') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('settings.password.current'), { exact: true }).fill('Wrong-horse-7');
  await dialog.getByRole('button', { name: t('users.endSessions.button') }).click();
  await expect(dialog.getByText(t('field.password.currentWrong')).first()).toBeVisible();
  await dialog.getByLabel(t('settings.password.current'), { exact: true }).fill('Correct-horse-7');
  await dialog.getByRole('button', { name: t('users.endSessions.button') }).click();
  await expect(dialog).toBeHidden();
});

test('the provider of a new user is selected, and typing after a selection finds another one [PUSER-02, GAP-98]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const house = await provider(app.services, 'Lyrebird House');
  const ward = await provider(app.services, 'Lyrebird Ward', house);
  await provider(app.services, 'Lyrebird Annex', house);
  await signedIn({ role: 'provideradmin', providerId: house });
  await page.goto('/provider/users');
  await page.getByRole('button', { name: t('users.add') }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox', { name: t('users.form.provider') });
  await expect(box).toHaveValue('Lyrebird House');
  await box.press('ArrowDown');
  await page.keyboard.type('Annex');
  await page.getByRole('option', { name: 'Lyrebird Annex' }).click();
  await expect(box).toHaveValue('Lyrebird Annex');
  await page.keyboard.type('Ward');
  await expect(box).toHaveValue('Ward');
  await expect(page.getByRole('option', { name: /^Lyrebird/ })).toHaveText([/^Lyrebird Ward/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue('Lyrebird Ward');
  await shieldGone(page);
  const address = `ann.${Date.now()}@staff.example`;
  await dialog.getByLabel(t('users.form.firstName')).fill('Ann');
  await dialog.getByLabel(t('users.form.lastName')).fill('Lee');
  await dialog.getByLabel(t('users.form.email')).fill(address);
  await dialog.getByLabel(t('users.form.job')).selectOption('nurse');
  await dialog.getByRole('radio', { name: t('users.role.view') }).check({ force: true });
  await dialog.getByRole('button', { name: t('users.form.submitAdd') }).click();
  await expect(dialog).toBeHidden();
  const { db } = app.services;
  const added = db.selectFrom('users').select('provider_id').where('email', '=', address);
  expect(await added.executeTakeFirst()).toEqual({ provider_id: ward });
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('each user is a card with its actions [PUSER-02]', async ({ page, app, signedIn, t }) => {
    const house = await provider(app.services);
    await nurse(app, house, 'Noor', 'Haddad');
    await signedIn({ role: 'provideradmin', providerId: house });
    await page.goto('/provider/users');
    await page.getByRole('button', { name: t('users.row.menu', { name: 'Noor Haddad' }) }).click();
    await expect(page.getByRole('menuitem', { name: t('users.action.suspend') })).toBeVisible();
    await isInOrder(page);
  });
});
