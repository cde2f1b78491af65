import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { choose, house, houseOfRose, resident } from '../customers-house.ts';
import { errorSummary } from '../error-summary.ts';
import { shieldGone } from '../taps.ts';
import { asks, bothWidths, expect, main, mainOnce, test } from '../wattle.ts';
import { languages } from '../words.ts';

for (const language of languages) {
  test.describe(`actions on a customer, in ${language}`, () => {
    test.use({ language });

    test(`are in a menu that works by keyboard, and a suspended customer is reactivated with Undo [CACT-03, CACT-12, CACT-13, CACT-14] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers');
      const row = page.getByRole('row').filter({ hasText: 'Lin Mei Chen' });
      const trigger = row.getByRole('button', {
        name: t('customers.cell.menu', { customer: 'Lin Mei Chen' }),
      });
      await trigger.focus();
      await page.keyboard.press('ArrowDown');
      const items = page.getByRole('menuitem');
      await expect(items).toHaveText([
        t('customers.action.view'),
        t('customers.action.talk'),
        t('customers.action.handOver'),
        t('customers.action.login'),
        t('customers.action.designateEmail'),
        t('customers.action.editId'),
        t('customers.action.suspend'),
      ]);
      await expect(items.first()).toBeFocused();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText(t('confirm.customerSuspend.body'));
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('customers.suspend.button') }).click();
      await expect(dialog).toBeHidden();
      await expect(row).toContainText(t('customers.status.suspended'));
      await page.getByRole('button', { name: t('customers.undo') }).click();
      await expect(page.getByText(t('customers.undone'))).toBeVisible();
      await expect(row).toContainText(t('customers.status.active'));
    });

    test(`archive and remove require an exact word, and archived or removed customers can be restored [CACT-04, CACT-11, CACT-15, CACT-16, ERR-29, S-06] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const id = await house(app, `Archive ${language}`);
      await signedIn({ role: 'tlcadmin' });
      await page.goto(`/admin/customers?provider_id=${id}`);
      const row = page.getByRole('row').filter({ hasText: 'Joan Murphy' });
      await row.getByRole('button', { name: t('customers.cell.menu', { customer: 'Joan Murphy' }) }).click();
      await page.getByRole('menuitem', { name: t('customers.action.archive') }).click();
      const dialog = page.getByRole('alertdialog');
      const archive = dialog.getByRole('button', { name: t('customers.archive.button') });
      const word = dialog.getByRole('textbox');
      await expect(archive).toBeDisabled();
      await word.fill('archive');
      await page.keyboard.press('Enter');
      await expect(archive).toBeDisabled();
      await word.fill('ARCHIVE');
      await expect(archive).toBeEnabled();
      await isInOrder(page);
      await archive.click();
      await expect(page.locator('.snacks').getByText(t('success.archived'), { exact: true })).toBeVisible();
      await expect(row).toHaveCount(0);

      // Later, Undo is no longer shown and archived customers are in a list of their own.
      await page.goto(`/admin/customers?provider_id=${id}&status=archived`);
      await row.getByRole('button', { name: t('customers.cell.menu', { customer: 'Joan Murphy' }) }).click();
      await page.getByRole('menuitem', { name: t('customers.action.unarchive') }).click();
      await expect(dialog).toContainText(t('confirm.customerUnarchive.body'));
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('customers.unarchive.button') }).click();
      await expect(
        page.getByText(t('success.unarchived', { customer: 'Joan Murphy' }), { exact: true }),
      ).toBeVisible();
      await expect(row).toHaveCount(0);
      await page.goto(`/admin/customers?provider_id=${id}`);
      await expect(row).toHaveCount(1);

      const other = page.getByRole('row').filter({ hasText: 'Dorothy Hughes' });
      await other
        .getByRole('button', { name: t('customers.cell.removeIcon', { customer: 'Dorothy Hughes' }) })
        .click();
      const remove = dialog.getByRole('button', { name: t('customers.remove.button') });
      await expect(remove).toBeDisabled();
      await dialog.getByRole('textbox', { name: t('confirm.typeDelete.label') }).fill('DELETE');
      await expect(remove).toBeDisabled();
      await dialog.getByRole('textbox', { name: t('customers.remove.reason') }).fill('Moved');
      await isInOrder(page);
      await remove.click();
      await expect(other).toHaveCount(0);
      await page.getByRole('link', { name: `${t('customers.views.removing')} 1`, exact: true }).click();
      await expect(other).toContainText(t('customers.status.toBeRemoved'));
      await isInOrder(page);
      await other
        .getByRole('button', { name: t('customers.cell.takeBack', { customer: 'Dorothy Hughes' }) })
        .click();
      await expect(
        page.getByText(t('customers.takenBack', { customer: 'Dorothy Hughes' }), { exact: true }),
      ).toBeVisible();
      await expect(other).toHaveCount(0);
    });

    test(`an address is designated: the customer’s own, or a contact’s if there is one [CACT-08, CACT-18, CACT-19, CACT-21, CACT-22, CACT-23] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers');
      const row = page.getByRole('row').filter({ hasText: 'Lin Mei Chen' });
      await row.getByRole('button', { name: t('customers.cell.menu', { customer: 'Lin Mei Chen' }) }).click();
      await page.getByRole('menuitem', { name: t('customers.action.designateEmail') }).click();
      const dialog = page.getByRole('dialog');
      const save = dialog.getByRole('button', { name: t('customers.designate.save') });
      const contact = dialog.getByRole('radio', { name: t('customers.designate.emailOf.trustedContact') });
      await expect(contact).toBeDisabled();
      await contact.dispatchEvent('click');
      await expect(page.getByText(t('error.designate.noContacts'))).toBeVisible();
      await save.click();
      await expect(errorSummary(dialog)).toContainText(t('error.designate.chooseWhose'));
      await dialog.getByText(t('customers.designate.emailOf.mySelf')).click();
      const email = dialog.getByRole('textbox');
      await email.fill('lin@example');
      await save.click();
      await expect(errorSummary(dialog)).toContainText(t('field.email.invalid'));
      await isInOrder(page);
      const sent = page.waitForRequest(asks('designateEmail'));
      const address = `lin.${language}@example.com`;
      await email.fill(`  ${address.toUpperCase()} `);
      await save.click();
      expect((await sent).postDataJSON().variables).toMatchObject({ email: address, emailOf: 'mySelf' });
      await expect(row).toContainText(t('customers.cell.designated', { email: address }));
      await expect(row).toContainText(t('customers.status.invited'));
    });

    test(`a customer whom another staff member changed meanwhile stays unchanged, and a message says so [ERR-28] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { id, userId } = await houseOfRose(app);
      await signedIn({ role: 'provideradmin', providerId: id });
      await page.goto('/provider/customers');
      await page.getByRole('button', { name: t('customers.cell.menu', { customer: 'Rose Ward' }) }).click();
      await page.getByRole('menuitem', { name: t('customers.action.suspend') }).click();
      await app.services.db
        .updateTable('users')
        .set({ status: 'archived' })
        .where('id', '=', userId)
        .execute();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: t('customers.suspend.button') }).click();
      await expect(dialog.getByRole('alert')).toContainText(t('error.customer.nowArchived'));
      await dialog.getByRole('button', { name: t('common.cancel') }).click();
      await expect(page.getByText('Rose Ward')).toHaveCount(0);
    });
  });
}

test('an invitation is sent again and cancelled, a password link is sent, and a customer’s Medicare number is changed [CACT-05, CACT-06, CACT-07, CACT-41]', async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: await house(app) });
  await page.goto('/provider/customers');
  const ask = page.getByRole('alertdialog');
  await choose(page, 'Arthur Whitlock', 'Send reminder');
  await ask.getByRole('button', { name: 'Send reminder' }).click();
  await expect(page.getByText('Reminder sent')).toBeVisible();
  await choose(page, 'Arthur Whitlock', 'Send reminder');
  await ask.getByRole('button', { name: 'Send reminder' }).click();
  await expect(ask.getByRole('alert')).toContainText('one reminder an hour');
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Arthur Whitlock', 'Send link for a new password');
  await ask.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If the address has an account, a link is on its way')).toBeVisible();
  await choose(page, 'Noor Haddad', 'Cancel invitation');
  await ask.getByRole('button', { name: 'Cancel the invitation' }).click();
  await expect(page.getByText('Invitation cancelled')).toBeVisible();
  await choose(page, 'Lin Mei Chen', 'Edit customer ID and room');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Customer ID' }).fill('BC-0131');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(errorSummary(dialog)).toContainText('has this customer ID');
  await dialog.getByRole('textbox', { name: 'Customer ID' }).fill('BC-0999');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lin Mei Chen' })).toContainText('BC-0999');
});

test(`residents who have not answered are chosen and reminded together in three presses, and the dialog says who has answered ${bothWidths} [N-04] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const id = await provider(app.services);
  for (const firstName of ['Ann', 'Bea'])
    await resident(app, id, {
      firstName,
      lastName: 'Ward',
      status: 'invited',
      invited: '2026-03-03T01:00:00Z',
    });
  await resident(app, id, { firstName: 'Cal', lastName: 'Ward' });
  await signedIn({ role: 'provideradmin', providerId: id });
  await page.goto('/provider/customers');
  await page.getByRole('checkbox', { name: 'Pick all on this page', exact: true }).check();
  await expect(page.getByText('3 customers picked')).toBeVisible();
  await shieldGone(page);
  await page.getByRole('button', { name: 'Invite or remind' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Invite or remind 2 customers?' });
  await expect(dialog).toContainText('This works for 2 of 3');
  await expect(dialog).toContainText('Accepted already: Cal Ward');
  await isInOrder(page);
  await shieldGone(page);
  await dialog.getByRole('button', { name: 'Invite or remind' }).click();
  await expect(page.getByText('2 invitations sent')).toBeVisible();
  await expect(page.getByText('customers picked')).toHaveCount(0);
});

test(`the recent activity is reloaded after a customer was changed [DASH-19] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  await signedIn({ role: 'provideradmin', providerId: (await houseOfRose(app)).id });
  await page.goto('/dashboard');
  await expect(
    page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem').first(),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Manage Customers' }).click();
  await choose(page, 'Rose Ward', 'Suspend');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Rose Ward is suspended')).toBeVisible();
  const asked = page.waitForRequest(asks('recentActivities'));
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await asked;
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText('Rose Ward');
});
