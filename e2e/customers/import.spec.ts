import { person } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { asks, eachWidthOnce, escapeFrom, expect, mainOnce } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';
import { head, listFile, ten, test } from './import-page.ts';

for (const language of languages) {
  test.describe(`importing customers, in ${language}`, () => {
    test.use({ language });

    test(`goes from a list and its preview to the result, which is listed among earlier imports ${eachWidthOnce(language)} [IMPORT-01, IMPORT-02, CON-08, GAP-109] ${mainOnce(language)}`, async ({
      page,
      t,
      lists,
    }) => {
      await expect(lists.dialog).toContainText(t('import.historyEmpty'));
      await isInOrder(page);
      await lists.choose(
        listFile(ten(`a${language}${test.info().project.name.replace(/\W/g, '').toLowerCase()}`)),
      );
      await lists.button('import.check').click();
      await expect(
        lists.dialog.getByRole('heading', { name: t('import.totals.title', { count: 9 }) }),
      ).toBeVisible();
      const toMend = lists.dialog.getByRole('listitem').filter({ hasText: 'Robert Ray' });
      await expect(toMend).toContainText(t('field.email.invalid'));
      const fresh = lists.dialog.getByRole('table');
      await expect(fresh.getByRole('row')).toHaveCount(10);
      await expect(fresh).toContainText(t('import.checked.good'));
      await isInOrder(page);
      await lists.button('import.start').click();
      await expect(lists.dialog).toContainText(t('import.result.some', { done: 9, total: 10 }), {
        timeout: 60_000,
      });
      await expect(lists.dialog.getByRole('row')).toHaveCount(2);
      await expect(lists.dialog.getByRole('row').last()).toContainText('Robert Ray');
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
      const download = page.waitForEvent('download');
      await lists.dialog.getByRole('link', { name: t('import.result.download') }).click();
      expect((await download).suggestedFilename()).toBe('lines-to-fix.csv');
      await lists.button('import.again').click();
      await lists.button('import.history.open', { file: 'residents.csv' }).click();
      await expect(lists.dialog).toContainText(t('import.result.failed', { count: 1 }));
      await lists.button('import.result.seeCustomers').click();
      await expect(page.getByRole('main')).toContainText('Ann Lee');
    });

    test(`shows below the field why a file is not a list ${eachWidthOnce(language)} [IMPORT-03, IMPORT-04, IMPORT-06, ERR-38]`, async ({
      page,
      t,
      lists,
    }) => {
      await lists.choose(
        listFile('x', 'residents.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
      );
      await expect(lists.dialog.getByRole('alert').filter({ hasText: t('error.csvType') })).toBeVisible();
      await lists.choose(listFile(','.repeat(10 * 1024 * 1024 + 1)));
      await expect(lists.dialog).toContainText(t('error.import.tooLarge'));
      await lists.choose(listFile('name,mail\nAnn,ann@example.org\n'));
      await lists.button('import.check').click();
      await expect(lists.dialog).toContainText(
        t('error.import.header', { columns: head.replaceAll(',', ', ') }),
      );
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
    });
  });
}

test('is started and closed by keyboard only, and continues [GAP-109]', async ({ page, app, t, lists }) => {
  const chooser = page.waitForEvent('filechooser');
  await lists.button('import.browse').focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(listFile(ten('keys')));
  await lists.button('import.check').focus();
  await page.keyboard.press('Enter');
  await expect(lists.dialog.getByRole('table').first()).toBeVisible();
  await lists.button('import.start').focus();
  await page.keyboard.press('Enter');
  const heading = lists.dialog.getByRole('heading', { name: t('import.result.title') });
  await expect(heading).toBeVisible();
  // The pressed button is gone: the focus is on the title, so that Escape reaches the dialog at every moment.
  await expect(heading.locator('[tabindex]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(lists.dialog).toBeHidden();
  await expect
    .poll(async () => {
      const rows = await app.services.db.selectFrom('customer_imports').select(['state', 'done']).execute();
      return rows.find(({ done }) => done === 9)?.state;
    })
    .toBe('done');
});

test('waits for a server that does not respond, and then shows a message; residents imported meanwhile are in the list behind it [GAP-109]', async ({
  page,
  t,
  lists,
}) => {
  await lists.choose(listFile(ten('away')));
  await lists.button('import.check').click();
  let refused = 0;
  await page.route('**/api/graphql', (route) => {
    if (!asks('getCustomerImport')(route.request()) || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await lists.button('import.start').click();
  await expect(lists.dialog.getByRole('alert').filter({ hasText: t('error.general_error') })).toBeVisible();
  await expect(lists.dialog).toContainText(t('import.result.some', { done: 9, total: 10 }), {
    timeout: 60_000,
  });
  await lists.button('import.result.seeCustomers').click();
  await expect(page.getByRole('main')).toContainText('Ann Lee');
});

for (const language of languages) {
  test.describe(`a list in a care home’s format, in ${language}`, () => {
    test.use({ language });

    test(`is mapped to columns by keyboard, and shows its encoding and century ${eachWidthOnce(language)} [S-10]`, async ({
      page,
      t,
      lists,
    }) => {
      const list = "Surname;Called;DOB\r\nO'Brien;Zo\u00EB;14/05/43\r\nPettit;Raymond;02/11/39\r\n";
      await lists.choose({ ...listFile(''), buffer: Buffer.from(list, 'latin1') });
      await lists.button('import.check').click();
      await expect(lists.dialog.getByRole('heading', { name: t('import.match.title') })).toBeVisible();
      await expect(lists.dialog).toContainText(t('import.encoding.example', { example: 'Zo\u00EB' }));
      await expect(lists.dialog).toContainText(t('import.match.century', { date: '14/05/43' }));
      await expect(lists.dialog.getByRole('button', { name: '1943' })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await isInOrder(page);
      const called = lists.dialog.getByLabel('Called');
      await called.focus();
      await called.selectOption('first_name');
      await lists.button('import.match.see').focus();
      await page.keyboard.press('Enter');
      await expect(
        lists.dialog.getByRole('heading', { name: t('import.totals.title', { count: 2 }) }),
      ).toBeVisible();
      await expect(lists.dialog.getByRole('table')).toContainText("O'Brien");
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
      await isInOrder(page);
    });
  });
}

for (const language of languages) {
  test.describe(`lines that match existing customers, in ${language}`, () => {
    test.use({ language });

    test(`are decided one by one or all at once, and the import is undone by keyboard ${eachWidthOnce(language)} [S-10]`, async ({
      page,
      t,
      app,
      providerId,
      lists,
    }) => {
      const { db } = app.services;
      const there = async (last_name: string) => {
        const { userId } = await person(app.services, { providerId: providerId });
        await db
          .updateTable('users')
          .set({ first_name: 'Dorothy', last_name, dob: '1939-11-02' })
          .where('id', '=', userId)
          .execute();
      };
      await there('Hargreaves');
      await there('Pettit');
      const mark = `d${language}${test.info().project.name.replace(/\W/g, '').toLowerCase()}`;
      await lists.choose(
        listFile(
          [
            head,
            'Dorothy,Hargreaves,,02/11/1939,,,',
            'Dorothy,Pettit,,02/11/1939,,,',
            `Thuy,McKenzie,${mark}@example.org,14/05/1943,,,`,
            '',
          ].join('\n'),
        ),
      );
      await lists.button('import.check').click();
      await expect(lists.dialog).toContainText(t('import.same.title', { count: 2 }));
      await expect(lists.dialog).toContainText(t('import.undecided', { count: 2 }));
      await isInOrder(page);
      const all = lists.dialog.getByRole('group', {
        name: t('import.same.all', { same: t('import.same.name') }),
      });
      await all.getByRole('button', { name: t('import.decision.skip') }).click();
      const line = lists.dialog.getByRole('group', { name: t('import.line', { line: 3 }), exact: true });
      await line.getByRole('button', { name: t('import.decision.add') }).focus();
      await page.keyboard.press('Enter');
      await expect(line.getByRole('button', { name: t('import.decision.add') })).toHaveAttribute(
        'aria-pressed',
        'true',
      );
      await expect(lists.dialog).not.toContainText(t('import.undecided', { count: 1 }));
      await lists.button('import.start').click();
      await expect(lists.dialog).toContainText(t('import.result.some', { done: 2, total: 3 }), {
        timeout: 60_000,
      });
      await expect(lists.dialog).toContainText(t('import.result.kept', { count: 1 }));
      await isInOrder(page);
      await lists.button('import.takeBack').focus();
      await page.keyboard.press('Enter');
      await lists.button('import.takeBack.sure').focus();
      await page.keyboard.press('Enter');
      await expect(lists.dialog).toContainText(t('import.result.takenBack'));
      await expect
        .poll(async () => {
          const rows = await db
            .selectFrom('users')
            .select('id')
            .where('email', '=', `${mark}@example.org`)
            .execute();
          return rows.length;
        })
        .toBe(0);
      expect(rawKeysIn(await page.locator('body').innerText())).toEqual([]);
    });
  });
}

test('opens its result from the address in the mail [GAP-109, NOTIF-12]', async ({
  page,
  t,
  app,
  nurse,
  providerId,
}) => {
  const { id } = await app.services.db
    .insertInto('customer_imports')
    .values({
      ...{
        name: 'residents.csv',
        path: 'imports/x',
        storage_key: 'imports/x/y',
        provider_id: providerId,
      },
      ...{ imported_by: nurse.userId, state: 'done', total: 3, reached: 3, done: 3 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await page.goto(`/provider/customers?import=${id}`);
  await expect(page.getByRole('dialog')).toContainText(t('import.result.all', { total: 3 }));
  await escapeFrom(page, page.getByRole('dialog'));
});
