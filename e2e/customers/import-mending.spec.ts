import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { eachWidthOnce, expect } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { listFile, test } from './import-page.ts';

for (const language of languages) {
  test.describe(`a list that names houses, in ${language}`, () => {
    test.use({ language });

    test(`is corrected in place by keyboard, each line at its fields, and adds residents to their providers ${eachWidthOnce(language)} [S-10]`, async ({
      page,
      t,
      app,
      providerId,
      lists,
    }) => {
      const lodge = await provider(app.services, 'Lorikeet Lodge', providerId);
      await lists.choose(
        listFile(
          [
            'Surname,Given name,DOB,Unit',
            'Hargreaves,Dorothy,02/11/1939,Lorikeet Lodge',
            'Pettit,Raymond,31/02/1940,Lorikeet',
            'McKenzie,Thuy,14/05/1943,Banksia House',
            '',
          ].join('\n'),
        ),
      );
      await lists.button('import.check').click();
      await expect(lists.dialog.getByLabel('Unit')).toHaveValue('house');
      await lists.button('import.match.see').click();
      await expect(lists.dialog).toContainText(t('import.totals.houses', { count: 2 }));
      const line = lists.dialog.getByRole('listitem').filter({ hasText: 'Raymond' });
      await expect(line).toContainText(t('error.import.houseUnknown', { house: 'Lorikeet' }));
      await lists.dialog
        .getByRole('button', { name: t('import.mend.label', { line: 3, name: 'Raymond Pettit' }) })
        .focus();
      await page.keyboard.press('Enter');
      const date = line.getByLabel(t('import.match.birth_date'));
      await expect(date).toBeFocused();
      await expect(date).toHaveAccessibleDescription(t('field.birthDate.notReal'));
      await isInOrder(page);
      await date.fill('28/02/1940');
      await page.keyboard.press('Enter');
      const house = line.getByLabel(t('import.match.house'));
      await expect(house).toBeFocused();
      await expect(house).toHaveAccessibleDescription(t('error.import.houseUnknown', { house: 'Lorikeet' }));
      // Correct cells stay as they were typed.
      await expect(date).toHaveValue('28/02/1940');
      await house.fill('lorikeet lodge');
      await page.keyboard.press('Enter');
      await expect(
        lists.dialog.getByRole('heading', { name: t('import.totals.title', { count: 3 }) }),
      ).toBeVisible();
      await expect(line).toHaveCount(0);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
      await lists.button('import.start').click();
      await expect(lists.dialog).toContainText(t('import.result.all', { total: 3 }), { timeout: 60_000 });
      const there = await app.services.db
        .selectFrom('users')
        .select('last_name')
        .where('provider_id', '=', lodge)
        .orderBy('last_name')
        .execute();
      expect(there).toEqual([{ last_name: 'Hargreaves' }, { last_name: 'Pettit' }]);
    });

    test('is read in the encoding that staff choose, with an example of it [S-10]', async ({
      page,
      t,
      lists,
    }) => {
      const names = Buffer.from([0xcd, 0xf5, 0x2c, 0xd0, 0xa1, 0xc3, 0xf7]);
      const list = Buffer.concat([Buffer.from('Surname,Given name\n'), names, Buffer.from('\n')]);
      await lists.choose({ ...listFile(''), buffer: list });
      await lists.button('import.check').click();
      const encoding = lists.dialog.getByLabel(t('import.encoding.label'));
      await expect(encoding).toHaveValue('windows-1252');
      await encoding.focus();
      await encoding.selectOption('gb18030');
      await expect(lists.dialog).toContainText(
        t('import.encoding.example', { example: '\u5C0F\u660E \u738B' }),
      );
      await expect(encoding).toBeFocused();
      await encoding.selectOption('utf-16be');
      await expect(lists.dialog.getByRole('alert').filter({ hasText: /first_name/ })).toBeVisible();
      await expect(encoding).toHaveValue('gb18030');
      await isInOrder(page);
      await lists.button('import.match.see').click();
      await expect(
        lists.dialog.getByRole('heading', { name: t('import.totals.title', { count: 1 }) }),
      ).toBeVisible();
      await expect(lists.dialog.getByRole('table')).toContainText('\u5C0F\u660E');
    });
  });
}
