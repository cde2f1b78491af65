import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { archiveProvider } from '../../src/server/features/providers/structure/archive-operations.ts';
import { moveProvider } from '../../src/server/features/providers/structure/move-operations.ts';
import { contextFor, person, provider } from '../../testing/people.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Searches for a provider by its name in a field, and selects it, by keyboard. */
async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await field.press('ArrowDown');
  await field.fill(name);
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  // The first entry may be the one for the top level.
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press('ArrowDown');
    if ((await option.getAttribute('data-focused')) !== null) break;
  }
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(name);
}

/** Opens the menu of a provider in the tree, found by its name, and chooses an action. */
async function choose(
  page: Page,
  t: Translate,
  name: string,
  action: 'move' | 'archive' | 'restore' | 'delete',
): Promise<void> {
  await page.getByRole('button', { name: t('providers.row.menu', { provider: name }) }).click();
  await page.getByRole('menuitem', { name: t(`providers.action.${action}`), exact: true }).click();
}

const searched = (name: string, more = '') => `/admin/providers?search=${encodeURIComponent(name)}${more}`;

const rowOf = (app: TestApp, id: string) =>
  app.services.db
    .selectFrom('providers')
    .select(['path', 'parent_id', 'archived', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();

for (const language of languages)
  test.describe(`the structure of providers, in ${language}`, () => {
    test.use({ language });

    test(`a branch is moved after the effects were shown, never under itself ${eachWidthOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Moving ${language} ${test.info().project.name}`;
      const root = await provider(app.services, `${own} root`);
      const house = await provider(app.services, `${own} house`, root);
      const ward = await provider(app.services, `${own} ward`, house);
      const other = await provider(app.services, `${own} elsewhere`);
      await person(app.services, { providerId: ward });
      await signedIn({ role: 'tlcadmin' });
      await page.goto(searched(`${own} house`));
      await choose(page, t, `${own} house`, 'move');
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(t('providers.move.lead'));
      const field = dialog.getByRole('combobox', { name: t('providers.move.to') });
      await expect(field).toHaveValue(`${own} root`);
      const move = dialog.getByRole('button', { name: t('providers.move.button') });
      await expect(move).toBeDisabled();

      await pick(page, field, `${own} ward`);
      await expect(dialog).toContainText(t('error.provider.ownChild'));
      await expect(move).toBeDisabled();
      await isInOrder(page);

      await pick(page, field, `${own} elsewhere`);
      await expect(dialog).toContainText(t('providers.structure.providers', { count: 2 }));
      await expect(dialog).toContainText(t('providers.structure.customers', { count: 1 }));
      await expect(dialog).toContainText(t('providers.move.levels', { level: 2, lowest: 3, max: 7 }));
      await expect(dialog).not.toContainText(t('error.provider.ownChild'));
      await isInOrder(page);
      await move.click();
      await expect(page.getByText(t('providers.move.done', { provider: `${own} house` }))).toBeVisible();
      await expect(dialog).toBeHidden();
      expect(await rowOf(app, ward)).toMatchObject({ path: [other, house, ward] });
    });

    test(
      `a move and the archiving of a provider are undone from the message that confirms them [N-12] [S-74] ${mainOnce(language)}`,
      {
        tag: eachWidthOnce(language),
      },
      async ({ page, app, signedIn, t }) => {
        const own = `Change ${language} ${test.info().project.name}`;
        const root = await provider(app.services, `${own} root`);
        const house = await provider(app.services, `${own} house`, root);
        await provider(app.services, `${own} elsewhere`);
        await signedIn({ role: 'tlcadmin' });
        await page.goto(searched(`${own} house`));
        const before = await rowOf(app, house);
        const undo = page.getByRole('button', { name: t('providers.undo'), exact: true });
        const undone = page.getByText(t('providers.undone', { provider: `${own} house` }));

        await choose(page, t, `${own} house`, 'move');
        const dialog = page.getByRole('dialog');
        await pick(page, dialog.getByRole('combobox', { name: t('providers.move.to') }), `${own} elsewhere`);
        await dialog.getByRole('button', { name: t('providers.move.button') }).click();
        await undo.click();
        await expect(undone).toBeVisible();
        expect(await rowOf(app, house)).toEqual({ ...before, version: (before?.version ?? 0) + 2 });

        await choose(page, t, `${own} house`, 'archive');
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: t('providers.archive.button') })
          .click();
        await expect.poll(async () => (await rowOf(app, house))?.archived).toBe(true);
        // Another change meanwhile: Undo must not overwrite it.
        await app.services.db.updateTable('providers').set({ version: 99 }).where('id', '=', house).execute();
        await undo.click();
        await expect(page.getByText(t('providers.notUndone', { provider: `${own} house` }))).toBeVisible();
        expect((await rowOf(app, house))?.archived).toBe(true);
      },
    );

    test(`a provider is archived with its sub-providers by keyboard, and restored [PROV-35, PROV-36] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Archive ${language}`;
      const house = await provider(app.services, `${own} house`);
      const ward = await provider(app.services, `${own} ward`, house);
      await person(app.services, { role: 'providerview', providerId: ward });
      await person(app.services, { providerId: ward });
      await signedIn({ role: 'admin' });
      await page.goto(searched(`${own} house`));
      await page.getByRole('button', { name: t('providers.row.menu', { provider: `${own} house` }) }).focus();
      await page.keyboard.press('Enter');
      const item = page.getByRole('menuitem', { name: t('providers.action.archive'), exact: true });
      await expect(item).toBeVisible();
      // Delete is the last item, and this is the item above it.
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowUp');
      await expect(item).toBeFocused();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(t('confirm.providerArchive.body'));
      await expect(dialog).toContainText(
        t('providers.archive.counts', { providers: 2, users: 1, customers: 1 }),
      );
      await expect(dialog).toContainText(t('providers.archive.cards'));
      await expect(dialog).toContainText(t('providers.archive.residents', { count: 1 }));
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('providers.archive.button') }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText(t('providers.archive.done', { provider: `${own} house` }))).toBeVisible();
      expect([await rowOf(app, house), await rowOf(app, ward)]).toMatchObject([
        { archived: true },
        { archived: true },
      ]);

      await page.goto(searched(own, '&archived=yes'));
      await choose(page, t, `${own} ward`, 'restore');
      await expect(dialog).toContainText(t('providers.restore.body'));
      const restore = dialog.getByRole('button', { name: t('providers.restore.button') });
      await restore.click();
      await expect(dialog).toContainText(t('error.provider.restoreParent'));
      await isInOrder(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await choose(page, t, `${own} house`, 'restore');
      await restore.click();
      await expect(page.getByText(t('providers.restore.done', { provider: `${own} house` }))).toBeVisible();
      expect([await rowOf(app, house), await rowOf(app, ward)]).toMatchObject([
        { archived: false },
        { archived: true },
      ]);
    });

    test(`a provider is deleted by typing DELETE exactly, and the dialog asks where its people are moved [PROV-37, PROV-38] ${eachWidthOnce(language)} ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Delete ${language} ${test.info().project.name}`;
      const root = await provider(app.services, `${own} root`);
      const house = await provider(app.services, `${own} house`, root);
      const heir = await provider(app.services, `${own} heir`);
      const customer = await person(app.services, { providerId: house });
      await signedIn({ role: 'sysadmin' });
      await page.goto(searched(own));
      await choose(page, t, `${own} root`, 'delete');
      const saying = page.getByRole('dialog');
      await expect(saying).toContainText(t('error.provider.hasSubs', { count: 1 }));
      await isInOrder(page);
      await saying
        .getByRole('button', { name: t('common.close'), exact: true })
        .last()
        .click();
      await expect(saying).toBeHidden();

      await choose(page, t, `${own} house`, 'delete');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(
        t('providers.delete.blocked', { customers: 1, users: 0, subProviders: 0 }),
      );
      const remove = dialog.getByRole('button', { name: t('providers.delete.button'), exact: true });
      const word = dialog.getByRole('textbox', { name: t('confirm.typeDelete.label') });
      await word.fill('DELETE');
      await expect(remove).toBeDisabled();
      const field = dialog.getByRole('combobox', { name: t('providers.delete.to') });
      await pick(page, field, `${own} heir`);
      for (const wrong of ['delete', 'Delete', 'DELETE ']) {
        await word.fill(wrong);
        await expect(remove).toBeDisabled();
      }
      await word.fill('DELETE');
      await expect(remove).toBeEnabled();
      await isInOrder(page);

      // Without a connection nothing typed is lost.
      await page.route('**/api/graphql', (route) =>
        route.request().postData()?.includes('mutation deleteProvider') ? route.abort() : route.continue(),
      );
      await remove.click();
      await expect(dialog.getByRole('alert')).toContainText(t('error.noAnswer'));
      await expect(word).toHaveValue('DELETE');
      await expect(field).toHaveValue(`${own} heir`);
      await page.unroute('**/api/graphql');
      await expect(remove).toBeEnabled();
      await remove.click();
      await expect(page.getByText(t('providers.delete.done', { provider: `${own} house` }))).toBeVisible();
      expect(await rowOf(app, house)).toBeUndefined();
      const { provider_id } = await app.services.db
        .selectFrom('users')
        .select('provider_id')
        .where('id', '=', customer.userId)
        .executeTakeFirstOrThrow();
      expect(provider_id).toBe(heir);
    });

    test('a dialog whose data another administrator changed shows a message, and continues with the current data [fault 7]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Stale ${language}`;
      const house = await provider(app.services, `${own} house`);
      const first = await provider(app.services, `${own} first`);
      const faster = await person(app.services, { role: 'admin' });
      const context = contextFor(app.services, faster.actor);
      await signedIn({ role: 'tlcadmin' });
      await page.goto(searched(`${own} house`));
      await choose(page, t, `${own} house`, 'archive');
      const dialog = page.getByRole('alertdialog');
      const archive = dialog.getByRole('button', { name: t('providers.archive.button') });
      await expect(archive).toBeVisible();
      await moveProvider.call(context, { id: house, parent_id: first, version: 0 });
      await archive.click();
      await expect(dialog).toContainText(t('error.provider.changed'));
      expect(await rowOf(app, house)).toMatchObject({ archived: false });
      await expect(archive).toBeEnabled();
      await archive.click();
      await expect(page.getByText(t('providers.archive.done', { provider: `${own} house` }))).toBeVisible();

      const late = await provider(app.services, `${own} late`);
      await page.goto(searched(`${own} late`));
      await choose(page, t, `${own} late`, 'move');
      const moving = page.getByRole('dialog');
      const field = moving.getByRole('combobox', { name: t('providers.move.to') });
      await pick(page, field, `${own} first`);
      await expect(moving).toContainText(t('providers.move.what'));
      await archiveProvider.call(context, { id: first });
      await moving.getByRole('button', { name: t('providers.move.button') }).click();
      await expect(moving).toContainText(t('error.provider.parentArchived'));
      expect(await rowOf(app, late)).toMatchObject({ parent_id: null });
    });
  });
