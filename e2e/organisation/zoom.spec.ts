import { person } from '../../testing/people.ts';
import { cut } from '../every-page/page-measures.ts';
import { choose, fullProvider, searched } from './provider-form-page.ts';
import { bothLanguages } from '../tags.ts';
import { expect, test } from '../wattle.ts';
import { languages } from '../words.ts';

/** Viewport of 1280 by 1024 at 400 %. */
const zoomed = { width: 320, height: 256 };

for (const language of languages)
  test.describe(`the organisation at 400 % zoom, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language, viewport: zoomed });

    test('a long address makes neither a dialog nor a list of people wider than the screen [PROV-25, PUSER-02, LANG-01]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const own = `Zoomed ${language}`;
      const providerId = await fullProvider(app, own);
      const staff = (firstName: string) =>
        person(app.services, {
          ...{ role: 'provideradmin' as const, providerId, firstName, lastName: own },
          email:
            `${firstName}.${language}.with-a-name-of-many-letters@banksia-coast-care.example`.toLowerCase(),
        });
      const [noor, priya] = [await staff('Noor'), await staff('Priya')];
      await app.services.db
        .updateTable('providers')
        .set({ contact_id: noor.userId })
        .where('id', '=', providerId)
        .execute();
      await signedIn({ role: 'tlcadmin' });
      await page.goto(`/admin/users?search=${encodeURIComponent(own)}`);
      await page.getByRole('button', { name: t('users.row.menu', { name: `Noor ${own}` }) }).click();
      await page.getByRole('menuitem', { name: t('users.action.change') }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText(noor.email);
      expect(await cut(page)).toEqual([]);
      await dialog.getByRole('button', { name: t('common.close') }).click();

      await page.goto(searched(own));
      await choose(page, t('providers.row.menu', { provider: own }), t('providers.action.edit'));
      const contact = dialog.getByRole('combobox', { name: t('providers.form.contact') });
      await contact.press('ArrowDown');
      const option = page.getByRole('option', { name: `Priya ${own}` });
      await expect(option).toContainText(priya.email);
      expect(await cut(page)).toEqual([]);
      // By keyboard: on such a small screen a click may scroll first, which closes the list.
      await expect(async () => {
        await contact.press('ArrowDown');
        await expect(option).toHaveAttribute('data-focused', 'true', { timeout: 500 });
      }).toPass();
      await contact.press('Enter');
      await expect(contact).toHaveValue(`Priya ${own}`);
      await dialog.getByRole('button', { name: t('providers.form.save') }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText(t('providers.transfer.oldStays', { old: `Noor ${own}` }));
      expect(await cut(page)).toEqual([]);
      const move = question.getByRole('button', { name: t('providers.transfer.button') });
      await move.click();
      await expect(question).toBeHidden();
      const { contact_id } = await app.services.db
        .selectFrom('providers')
        .select('contact_id')
        .where('id', '=', providerId)
        .executeTakeFirstOrThrow();
      expect(contact_id).toBe(priya.userId);
    });
  });
