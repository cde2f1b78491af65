import type { Locator, Page } from '@playwright/test';
import { provider } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import { isInOrder } from '../../axe.ts';
import { resident } from '../../customers-house.ts';
import { shieldGone } from '../../taps.ts';
import { bothWidths, expect, main, mainOnce, test } from '../../wattle.ts';
import { languages, rawKeysIn } from '../../words.ts';

/** A group with two houses, the first with residents named R01 Ward and so on, the first three of them invited. */
async function group(app: TestApp, name: string, count: number) {
  const { services } = app;
  const root = await provider(services, `${name} Group`);
  const banksia = await provider(services, `${name} Banksia`, root);
  const correa = await provider(services, `${name} Correa`, root);
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) {
    const firstName = `R${String(n).padStart(2, '0')}`;
    const invited = {
      status: 'invited',
      invited: `2026-03-${String(n).padStart(2, '0')}T01:00:00Z`,
    } as const;
    const { userId } = await resident(app, banksia, {
      ...{ firstName, lastName: 'Ward' },
      ...(n <= 3 && invited),
    });
    ids.push(userId);
  }
  return { root, banksia, correa, ids, to: `${name} Correa` };
}

const statusesOf = async (app: TestApp, ids: readonly string[]) =>
  (
    await app.services.db
      .selectFrom('users')
      .select('status')
      .where('id', 'in', [...ids])
      .execute()
  ).map(({ status }) => status);

/** Counts the presses in a page. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    addEventListener('pointerdown', () => (counted.presses += 1), true);
  });
  return () => page.evaluate(() => (window as unknown as { presses: number }).presses);
}

for (const language of languages) {
  test.describe(`many customers, in ${language}`, () => {
    test.use({ language });

    test(`are selected over all pages and archived, with the skipped ones listed by name, and restored by Undo [N-04] [CACT-15] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const { banksia, ids } = await group(app, `Archive ${language}`, 12);
      await signedIn({ role: 'admin' });
      await page.goto(`/admin/customers?provider_id=${banksia}&sort=name_asc`);
      await page.getByRole('checkbox', { name: t('customers.pick.allRows'), exact: true }).check();
      await expect(page.getByText(t('customers.pick.count', { count: 10 }))).toBeVisible();
      await page.getByRole('button', { name: t('customers.many.all', { count: 12 }) }).click();
      await expect(page.getByText(t('customers.pick.count', { count: 12 }))).toBeVisible();
      // The selection stays on other pages of the list, and under filters without a match.
      await page.getByRole('searchbox', { name: t('customers.search.label') }).fill('R12');
      await expect(
        page.getByRole('checkbox', { name: t('customers.pick.one', { customer: 'R12 Ward' }) }),
      ).toBeChecked();
      await isInOrder(page);
      expect(rawKeysIn(await page.getByRole('main').innerText())).toEqual([]);
      await page.getByRole('button', { name: t('customers.many.archive'), exact: true }).click();
      const dialog = page.getByRole('alertdialog', {
        name: t('customers.many.archive.title', { count: 12 }),
      });
      await expect(dialog).toContainText(t('customers.many.works', { count: 12, total: 12 }));
      await dialog.getByRole('textbox').fill('ARCHIVE');
      // Another user suspends one of them while the dialog is open.
      await app.services.db
        .updateTable('users')
        .set({ status: 'suspended' })
        .where('id', '=', ids[4]!)
        .execute();
      await isInOrder(page);
      await dialog.getByRole('button', { name: t('customers.archive.button'), exact: true }).click();
      const done = t('customers.many.done.archive', { count: 11 });
      await expect(page.getByRole('status').filter({ hasText: done })).toBeFocused();
      const refused = { customer: 'R05 Ward', reason: t('error.customer.nowSuspended') };
      await expect(page.getByText(t('customers.many.refused', refused))).toBeVisible();
      await page.getByText(t('customers.many.who')).click();
      await expect(page.getByText(/R01 Ward.{1,2}R02 Ward/)).toBeVisible();
      expect((await statusesOf(app, ids)).filter((status) => status === 'archived')).toHaveLength(11);
      expect(rawKeysIn(await page.getByRole('main').innerText())).toEqual([]);
      await isInOrder(page);
      await page.getByRole('button', { name: t('customers.undo'), exact: true }).click();
      await expect(page.getByText(t('customers.many.undone.archive', { count: 11 }))).toBeVisible();
      expect((await statusesOf(app, ids)).toSorted()).toEqual(
        [...Array<string>(8).fill('active'), ...Array<string>(3).fill('invited'), 'suspended'].toSorted(),
      );
    });
  });
}

/** Presses an option once it is ready. `click` would scroll the page to it, which closes the list. */
async function pressWithoutScrolling(page: Page, option: Locator): Promise<void> {
  const takesPresses = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  await expect.poll(() => option.evaluate(takesPresses)).toBe(true);
  const { x, y, width, height } = (await option.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
}

test(`three residents are moved in four presses, one who left meanwhile is named, and Undo moves the others back ${bothWidths} [N-04] [D-63] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const { root, banksia, correa, ids, to } = await group(app, 'Three', 4);
  await signedIn({ role: 'provideradmin', providerId: root });
  await page.goto(`/provider/customers?provider_id=${banksia}&sort=name_asc`);
  for (const name of ['R02 Ward', 'R03 Ward', 'R04 Ward'])
    await page.getByRole('checkbox', { name: `Pick ${name}` }).check();
  await shieldGone(page);
  const presses = await countPresses(page);
  await page.getByRole('button', { name: 'Move to another house' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 customers to another house' });
  const box = dialog.getByRole('combobox', { name: 'New house' });
  await expect(box).toBeEnabled();
  await shieldGone(page);
  await box.click();
  await box.fill(to);
  await shieldGone(page);
  await pressWithoutScrolling(page, page.getByRole('option', { name: to }));
  await expect(dialog).toContainText('This works for 3 of 3');
  await isInOrder(page);
  await app.services.db.updateTable('users').set({ provider_id: root }).where('id', '=', ids[2]!).execute();
  await shieldGone(page);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText(`2 customers are now at ${to}`)).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(4);
  await expect(page.getByText('R03 Ward: Nothing was moved')).toBeVisible();
  const houses = async () => {
    const rows = await app.services.db
      .selectFrom('users')
      .select('provider_id')
      .where('id', 'in', ids)
      .orderBy('first_name')
      .execute();
    return rows.map(({ provider_id }) => provider_id);
  };
  expect(await houses()).toEqual([banksia, correa, root, correa]);
  await shieldGone(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 2 customers are in the earlier house again')).toBeVisible();
  expect(await houses()).toEqual([banksia, banksia, root, banksia]);
});

test(`chosen residents are exported, and their emergency sheets are one PDF with a page for each ${bothWidths} [N-04] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const { banksia } = await group(app, 'Sheets', 4);
  await signedIn({ role: 'provideradmin', providerId: banksia });
  await page.goto('/provider/customers?sort=name_asc');
  for (const name of ['R01 Ward', 'R04 Ward'])
    await page.getByRole('checkbox', { name: `Pick ${name}` }).check();
  await shieldGone(page);
  await page.getByRole('button', { name: 'Export these' }).click();
  await shieldGone(page);
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('list', { name: 'Export these' })
    .getByRole('button', { name: 'Download CSV' })
    .click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('customers.csv');
  const lines: string[] = [];
  for await (const part of await file.createReadStream()) lines.push(String(part));
  expect(lines.join('')).toMatch(/R01 Ward[\s\S]*R04 Ward/);
  expect(lines.join('')).not.toContain('R02 Ward');
  await shieldGone(page);
  const print = page.getByRole('link', { name: 'Print emergency sheets' });
  const answer = await page.request.get((await print.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('application/pdf');
  expect(answer.headers()['content-disposition']).toMatch(
    /^inline; filename="emergency-sheets-[\d-]{10}\.pdf"$/,
  );
  const pdf = (await answer.body()).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);
  const opening = page.waitForEvent('popup');
  await print.click();
  await opening;
});
