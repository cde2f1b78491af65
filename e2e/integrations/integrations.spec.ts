import type { Locator, Page } from '@playwright/test';
import type { Translate } from '../../src/domain/i18n/texts.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { address, careHouse, secret, standInOf, userName } from './integrations-house.ts';

/** Row or card of a resident. */
const rowOf = (main: Locator, id: string) =>
  main.locator('tbody tr, ul[aria-label] > li').filter({ hasText: id }).filter({ visible: true });

/** Fills the form of the connection, and sends it. */
async function connect(
  page: Page,
  t: Translate,
  { facility, password }: { facility: string; password: string },
) {
  const dialog = page.getByRole('dialog', { name: t('integrations.settings.title') });
  await dialog.getByLabel(t('integrations.settings.address')).fill(address);
  await dialog.getByLabel(t('integrations.settings.facilityCode')).fill(facility);
  await dialog.getByLabel(t('integrations.settings.userName')).fill(userName);
  await dialog.getByLabel(t('integrations.settings.secret'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: t('integrations.settings.save') }).click();
  return dialog;
}

/** Links a resident with the suggested customer, after the box is ticked. */
async function linkSuggested(page: Page, t: Translate, row: Locator) {
  await row
    .getByRole('button')
    .filter({ hasText: t('integrations.link.compare') })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('table')).toBeVisible();
  await dialog.getByLabel(t('integrations.link.check')).check();
  await dialog.getByRole('button', { name: t('integrations.link.button') }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(t('integrations.match.linked'));
}

for (const language of languages) {
  test.describe(`integrations, in ${language}`, () => {
    test.use({ language });

    test(
      `a manager connects the system, compares and links residents, sends plans, cleans up and disconnects [INTEG-01, INTEG-02, D-49, GAP-110, GAP-111] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        test.slow();
        const { house, facility, residents, margaret } = await careHouse(app, `A${language}`);
        const [r1, r2, r3, r4] = residents.map(({ id }) => id) as [string, string, string, string];
        const standIn = standInOf(app);
        await signedIn({ role: 'provideradmin', providerId: house });
        await page.goto('/provider/integrations');
        const main = page.getByRole('main');
        await expect(main.getByText(t('integrations.none'))).toBeVisible();
        await isInOrder(page);

        await test.step('a wrong password is an error in the form, and the right one connects', async () => {
          await main.getByRole('button', { name: t('integrations.connect') }).click();
          const dialog = await connect(page, t, { facility, password: 'wrong' });
          await expect(dialog.getByText(t('error.integration.credentials'))).toBeVisible();
          await isInOrder(page);
          await connect(page, t, { facility, password: secret });
          await expect(dialog).toBeHidden();
          await expect(main.getByText(t('integrations.status.connected'), { exact: true })).toBeVisible();
          await expect(main.getByText(t('integrations.simulated'))).toBeVisible();
          await expect(main.getByText(t('integrations.residents.notLoaded'))).toBeVisible();
        });

        await test.step('residents are loaded and filtered, and only a compared pair is linked', async () => {
          await main.getByRole('button', { name: t('integrations.residents.load') }).click();
          await expect(rowOf(main, r1)).toContainText(t('integrations.match.suggested'));
          await expect(rowOf(main, r3)).toContainText(t('integrations.match.differs'));
          await isInOrder(page);
          await main.getByRole('button', { name: t('integrations.filter.noCustomer', { count: 1 }) }).click();
          await expect(page).toHaveURL(/show=noCustomer/);
          await expect(rowOf(main, r1)).toHaveCount(0);
          await main.getByRole('button', { name: t('integrations.filter.all', { count: 4 }) }).click();
          await rowOf(main, r3)
            .getByRole('button')
            .filter({ hasText: t('integrations.link.compare') })
            .click();
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByRole('table')).toContainText(t('integrations.link.differs'));
          await dialog.getByRole('button', { name: t('integrations.link.button') }).click();
          await expect(dialog.getByText(t('error.integration.compared')).first()).toBeVisible();
          await isInOrder(page);
          await page.keyboard.press('Escape');
          await linkSuggested(page, t, rowOf(main, r1));
          await linkSuggested(page, t, rowOf(main, r2));
        });

        await test.step('a resident without a customer is invited and linked', async () => {
          await rowOf(main, r4)
            .getByRole('button')
            .filter({ hasText: t('integrations.invite.button') })
            .click();
          const dialog = page.getByRole('alertdialog');
          await isInOrder(page);
          await dialog.getByRole('button', { name: t('integrations.invite.button') }).click();
          await expect(dialog).toBeHidden();
          await expect(rowOf(main, r4)).toContainText(t('integrations.match.linked'));
        });

        await test.step('plans are sent, with the reason for one that was not', async () => {
          standIn.refused.add(r2);
          await main.getByRole('button', { name: t('integrations.sync.button') }).click();
          await expect(main.getByText(t('integrations.sync.failedList'))).toBeVisible();
          await expect(rowOf(main, r1)).toContainText(t('integrations.sync.state.same'));
          await expect(rowOf(main, r2)).toContainText(t('integrations.failure.refused'));
          expect([...standIn.documents.keys()].filter((key) => key.startsWith(`${r1}/`))).toHaveLength(1);
          await isInOrder(page);
          expect(rawKeysIn(await main.innerText())).toEqual([]);
          standIn.refused.delete(r2);
          await main.getByRole('button', { name: t('integrations.sync.retry') }).click();
          await expect(rowOf(main, r2)).toContainText(t('integrations.sync.state.same'));
        });

        await test.step('the customer’s page shows the link', async () => {
          await page.goto(`/provider/customers/${margaret.userId}`);
          await expect(main.getByText(r1)).toBeVisible();
          await page.goto('/provider/integrations');
        });

        await test.step('a link is removed by hand', async () => {
          await rowOf(main, r4)
            .getByRole('button')
            .filter({ hasText: t('integrations.unlink.action') })
            .click();
          const dialog = page.getByRole('alertdialog');
          await expect(dialog.getByText(t('integrations.unlink.body'))).toBeVisible();
          await dialog.getByRole('button', { name: t('integrations.unlink.button') }).click();
          await expect(rowOf(main, r4)).not.toContainText(t('integrations.match.linked'));
        });

        await test.step('a clean-up shows what it would remove, removes it, and can be undone', async () => {
          standIn.setResidents(facility, residents.slice(0, 1));
          await main.getByRole('button', { name: t('integrations.residents.load') }).click();
          await expect(rowOf(main, r2)).toHaveCount(0);
          await main.getByRole('button', { name: t('integrations.cleanup.look') }).click();
          await expect(main.getByText(t('integrations.cleanup.found', { count: 1 }))).toBeVisible();
          await expect(main.getByRole('checkbox', { name: /Kelly/ })).toBeChecked();
          await isInOrder(page);
          await main.getByRole('button', { name: t('integrations.cleanup.button') }).click();
          await expect(main.getByText(t('integrations.cleanup.none'))).toBeVisible();
          await main
            .getByRole('button')
            .filter({ hasText: t('integrations.cleanup.undo') })
            .click();
          await expect(main.getByText(t('integrations.cleanup.found', { count: 1 }))).toBeVisible();
        });

        await test.step('disconnecting ends links and keeps customers', async () => {
          await main.getByRole('button', { name: t('integrations.settings.button'), exact: true }).click();
          await page
            .getByRole('dialog')
            .getByRole('button', { name: t('integrations.settings.remove') })
            .click();
          const dialog = page.getByRole('alertdialog');
          await expect(dialog.getByText(t('integrations.settings.removeBody'))).toBeVisible();
          await dialog.getByRole('button', { name: t('integrations.settings.remove') }).click();
          await expect(main.getByText(t('integrations.none'))).toBeVisible();
          await page.goto(`/provider/customers/${margaret.userId}`);
          await expect(main.getByRole('heading', { level: 1 })).toContainText('Margaret');
          await expect(main.getByText(r1)).toHaveCount(0);
        });
      },
    );

    test(
      `administrators see all connections, and manage that of any provider [PROD-16, D-46] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { name, facility } = await careHouse(app, `B${language}`);
        await signedIn({ role: 'tlcadmin' });
        await page.goto('/admin/integrations');
        const main = page.getByRole('main');
        await main.getByRole('combobox', { name: t('integrations.all.choose') }).fill(name);
        await page.getByRole('option', { name: new RegExp(name) }).click();
        await expect(page).toHaveURL(/provider=/);
        await expect(main.getByText(name).first()).toBeVisible();
        await main.getByRole('button', { name: t('integrations.connect') }).click();
        const dialog = await connect(page, t, { facility, password: secret });
        await expect(dialog).toBeHidden();
        await expect(main.getByText(t('integrations.status.connected'), { exact: true })).toBeVisible();
        await isInOrder(page);
        await main.getByRole('link', { name: t('integrations.all.back') }).click();
        await expect(
          main.getByRole('link', { name: t('integrations.all.open', { provider: name }) }),
        ).toBeVisible();
        await isInOrder(page);
        expect(rawKeysIn(await main.innerText())).toEqual([]);
      },
    );

    test(
      `staff without the right to manage everything have no menu entry, and cannot open the page by its address [D-46]`,
      { tag: eachWidthOnce(language) },
      async ({ page, t, app, signedIn }) => {
        const { house } = await careHouse(app, `C${language}`);
        const { userId } = await signedIn({ role: 'provideradmin', providerId: house });
        // The role "facility / edit" without the right to manage everything.
        await app.services.db
          .insertInto('permission_roles')
          .values({
            ...{ id: 93, label: 'Customers', role: 'provideradmin', role_group: 'provider' },
            ...{ can_manage_acp: true, can_manage_all: false, can_manage_user: true },
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await app.services.db
          .updateTable('users')
          .set({ permission_role_id: 93 })
          .where('id', '=', userId)
          .execute();
        await page.goto('/provider/integrations');
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
          t('system.noAccess.title'),
        );
        await expect(page.locator('nav a[href="/provider/integrations"]')).toHaveCount(0);
      },
    );
  });
}
