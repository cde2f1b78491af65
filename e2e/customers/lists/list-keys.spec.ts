import { person, provider } from '../../../testing/people.ts';
import { isInOrder } from '../../axe.ts';
import { house } from '../../customers-house.ts';
import { expect, mainOnce, test } from '../../wattle.ts';
import { languages } from '../../words.ts';

for (const language of languages) {
  test.describe(`the keys of a list, in ${language}`, () => {
    test.use({ language });

    test(`move between rows, select a row, open the list of keys, and are typed as text into fields [N-11] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers');
      const nameOf = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
      const tick = page.getByRole('checkbox', {
        name: t('customers.pick.one', { customer: 'Arthur Whitlock' }),
      });
      await nameOf('Noor Haddad').focus();
      await page.keyboard.press('ArrowDown');
      await expect(nameOf('Arthur Whitlock')).toBeFocused();
      await page.keyboard.press('x');
      await expect(tick).toBeChecked();
      await expect(nameOf('Arthur Whitlock')).toBeFocused();
      await page.keyboard.press('x');
      await expect(tick).not.toBeChecked();
      await page.keyboard.press('Home');
      await expect(nameOf('Lin Mei Chen')).toBeFocused();
      await page.keyboard.press('ArrowUp');
      await expect(nameOf('Lin Mei Chen')).toBeFocused();
      await page.keyboard.press('End');
      await expect(nameOf('Dorothy Hughes')).toBeFocused();

      const help = page.getByRole('dialog', { name: t('lists.keys.title') });
      await page.keyboard.press('?');
      await expect(help).toContainText(t('lists.keys.move'));
      await isInOrder(page);
      await help.getByRole('checkbox', { name: t('lists.keys.single') }).uncheck();
      await page.keyboard.press('Escape');
      await expect(help).toHaveCount(0);
      await expect(nameOf('Dorothy Hughes')).toBeFocused();
      await page.keyboard.press('?');
      await nameOf('Arthur Whitlock').focus();
      await page.keyboard.press('x');
      await expect(tick).not.toBeChecked();
      await expect(help).toHaveCount(0);
      await page.keyboard.press('ArrowDown');
      await expect(nameOf('Joan Murphy')).toBeFocused();

      const search = page.getByRole('searchbox', { name: t('customers.search.label') });
      await page.evaluate(() => localStorage.clear());
      await search.focus();
      await page.keyboard.type('x?');
      await expect(search).toHaveValue('x?');
      await expect(help).toHaveCount(0);
    });

    test('do nothing on the list of staff, whose rows have only a menu with its own keys [N-11]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const providerId = await provider(app.services);
      await person(app.services, { role: 'providerview', providerId, firstName: 'Noor', lastName: 'Haddad' });
      await signedIn({ role: 'provideradmin', providerId });
      await page.goto('/provider/users');
      const menu = page.getByRole('button', { name: t('users.row.menu', { name: 'Noor Haddad' }) });
      await menu.focus();
      await page.keyboard.press('?');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menuitem')).toHaveCount(0);
      await expect(page.getByRole('dialog', { name: t('lists.keys.title') })).toHaveCount(0);
    });

    test('open a row with Enter; going back shows the list at once with the same focus while it is reloaded [N-11]', async ({
      page,
      app,
      signedIn,
    }) => {
      await signedIn({ role: 'provideradmin', providerId: await house(app) });
      await page.goto('/provider/customers');
      const arthur = page.getByRole('main').getByRole('link', { name: 'Arthur Whitlock', exact: true });
      await arthur.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Arthur Whitlock', level: 1 })).toBeVisible();
      let isRead = false;
      let go = () => {};
      const waits = new Promise<void>((resolve) => (go = resolve));
      await page.route('**/api/graphql', async (route) => {
        isRead ||= route.request().postData()?.includes('getCustomers') === true;
        await waits;
        await route.continue();
      });
      await page.goBack();
      await expect(arthur).toBeFocused();
      await expect.poll(() => isRead).toBe(true);
      go();
      await expect(arthur).toBeFocused();
    });
  });
}
