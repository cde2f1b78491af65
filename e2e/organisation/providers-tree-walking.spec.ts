import type { Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { grid, openGroup, row } from './providers-trees.ts';
import { expect, main, test } from '../wattle.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '');

test(`shows its keys with ?, which are those of the tree [N-11] ${main}`, async ({ page, app, signedIn }) => {
  const { rows } = await openGroup(page, app, signedIn);
  await rows.first().focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keys of this list' });
  await expect(help).toContainText('Open or close what is below the row');
  await expect(help).not.toContainText('Pick the row');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(rows.first()).toBeFocused();
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
});

test(`supports the arrow keys of a treegrid: rows, levels, cells and ends [PROV-02, R-72] ${main}`, async ({
  page,
  app,
  signedIn,
}) => {
  const { at, rows } = await openGroup(page, app, signedIn);
  await rows.first().focus();
  const press = async (key: string, name: string) => {
    await page.keyboard.press(key);
    await expect.poll(() => focused(page)).toContain(name);
  };
  // Children are sorted by name: the house before the south.
  await press('ArrowDown', at.name('House'));
  await expect(row(page, at.name('House'))).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(row(page, at.name('House'))).toHaveAttribute('aria-expanded', 'true');
  await expect(rows).toHaveCount(4);
  await press('ArrowDown', at.name('Ward'));
  await press('ArrowLeft', at.name('House'));
  await press('End', at.name('South'));
  await press('Home', at.name('Group'));
  await press('ArrowDown', at.name('House'));
  await page.keyboard.press('Enter');
  await expect(row(page, at.name('House'))).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(row(page, at.name('House'))).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, at.name('House'))).toHaveAttribute('aria-expanded', 'false');
  await expect(rows).toHaveCount(3);
  // The first press opens it, the next ones move into the row and along its cells, and back.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const isIn = (name: string) =>
    page.evaluate((text) => {
      const element = document.activeElement;
      return (
        element?.getAttribute('role') !== 'row' &&
        element?.closest('[role="row"]')?.textContent?.includes(text)
      );
    }, at.name(name));
  expect(await isIn('House')).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await isIn('Ward')).toBe(true);
  await page.keyboard.press('Control+Home');
  expect(await isIn('Group')).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row');
  // The grid is one tab stop: the next tab stops are those of the current row.
  const stops = await grid(page).evaluate(
    (element) =>
      new Set([...element.querySelectorAll('[tabindex="0"]')].map((each) => each.closest('[role="row"]')))
        .size,
  );
  expect(stops).toBe(1);
});

test('keeps its open branches in the address: a link opens them, a reload keeps them, and the back button undoes "open all" [PROV-02]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const { at, rows } = await openGroup(page, app, signedIn);
  await page.getByRole('button', { name: t('providers.row.open', { provider: at.name('House') }) }).click();
  await expect(rows).toHaveCount(4);
  await page.reload();
  await expect(rows).toHaveCount(4);
  await page.goBack();
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: t('providers.expandAll') }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: t('providers.collapseAll') }).click();
  await expect(rows).toHaveCount(3);
  await page.goBack();
  await expect(rows).toHaveCount(4);
  await page.goto('/admin/providers?under=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText(t('providers.gone.title'))).toBeVisible();
  await page.getByRole('link', { name: t('providers.gone.all') }).click();
  await expect(grid(page)).toBeVisible();
  await page.goto('/admin/providers?open=%00,x&page=-1&under=1&closed=..');
  await expect(grid(page)).toBeVisible();
});

test('shows ten root providers per page [GAP-89]', async ({ page, app, signedIn, t }) => {
  for (let number = 10; number < 22; number += 1) await provider(app.services, `A0 ${number} ${process.pid}`);
  await signedIn({ role: 'admin' });
  await page.goto('/admin/providers');
  const rows = grid(page).locator('[data-row]');
  await expect(rows).toHaveCount(10);
  await expect(rows.first()).toContainText('A0 10');
  await page
    .getByRole('navigation', { name: t('lists.pages') })
    .getByRole('link', { name: t('common.next') })
    .click();
  await expect(rows.first()).toContainText('A0 20');
  await expect(rows.first()).toHaveAttribute('aria-posinset', '11');
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(rows.first()).toContainText('A0 10');
});
