import type { Page } from '@playwright/test';
import { provider } from '../../testing/people.ts';
import { isInOrder } from '../axe.ts';
import { grid, grown, row } from './providers-trees.ts';
import { eachWidthOnce, expect, mainOnce, phone, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const language of languages) {
  test.describe(`the tree of providers, in ${language}`, () => {
    test.use({ language });

    test(
      `shows each provider with its tier, contact person and the plans of its branch [PROV-01, PROV-02, PROV-03, PROV-04, PROV-05, PROV-06, GAP-89] ${mainOnce(language)}`,
      { tag: eachWidthOnce(language) },
      async ({ page, app, signedIn, t }) => {
        const at = await grown(app);
        await signedIn({ role: 'tlcadmin' });
        await page.goto(`/admin/providers?search=${at.mark}`);
        await expect(heading(page)).toHaveText(t('providers.title'));
        const ward = row(page, at.name('Ward'));
        await expect(ward).toContainText(t('providers.tier.single'));
        await expect(ward).toHaveAttribute('aria-level', '3');
        await expect(row(page, at.name('House'))).toContainText(t('providers.tier.provider'));
        const group = row(page, at.name('Group'));
        await expect(group).toContainText(t('providers.tier.root'));
        await expect(group).toContainText(t('providers.row.completeOf', { complete: 1, total: 2 }));
        await expect(group).toHaveAttribute('aria-expanded', 'true');
        await expect(row(page, at.name('South'))).toHaveAttribute('aria-posinset', '2');
        await expect(row(page, at.name('South'))).toHaveAttribute('aria-setsize', '2');
        await expect(row(page, at.name('Zed Lodge'))).not.toHaveAttribute('aria-expanded');
        await expect(
          page.getByRole('navigation', { name: t('providers.title') }).getByRole('link'),
        ).toHaveText([t('providers.tab.all'), t('providers.tab.registered'), t('providers.tab.facilities')]);
        expect(rawKeysIn(await page.getByRole('main').innerText())).toEqual([]);
        await isInOrder(page);
      },
    );

    test('finds a ward by its contact person, opens the path to it and marks it; the back button returns [PROV-06, GAP-89]', async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const at = await grown(app);
      await signedIn({ role: 'tlcadmin' });
      await page.goto(`/admin/providers?under=${at.south}`);
      await expect(row(page, at.name('South'))).toBeVisible();
      await page
        .getByRole('searchbox', { name: t('providers.search.label') })
        .fill(at.mark.toLowerCase() + ' priya');
      await expect(page.getByText(t('providers.count', { count: 1 })).first()).toBeVisible();
      const rows = grid(page).locator('[data-row]');
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(2)).toContainText(at.name('Ward'));
      await expect(rows.nth(2)).toContainText(t('providers.row.match'));
      await expect(rows.nth(0)).not.toContainText(t('providers.row.match'));
      await expect(rows.nth(2).locator('mark').first()).toHaveText(at.mark);
      await isInOrder(page);
      await page
        .getByRole('button', { name: t('providers.row.close', { provider: at.name('House') }) })
        .click();
      await expect(rows).toHaveCount(2);
      await page.goBack();
      await expect(rows).toHaveCount(3);
      await page.goBack();
      await expect(row(page, at.name('South'))).toBeVisible();
      await page.getByRole('searchbox').fill('nowhere at all');
      await expect(page.getByText(t('providers.noMatch')).first()).toBeVisible();
    });

    test(`is an indented list with the path of the current branch on a telephone ${phone} [PROV-02, GAP-89] ${mainOnce(language)}`, async ({
      page,
      app,
      signedIn,
      t,
    }) => {
      const at = await grown(app);
      await signedIn({ role: 'tlcadmin' });
      await page.goto(`/admin/providers?search=${at.mark}`);
      const left = async (name: string) =>
        (await row(page, at.name(name)).getByRole('link').first().boundingBox())?.x ?? 0;
      await expect(row(page, at.name('Ward'))).toBeVisible();
      expect(await left('House')).toBeGreaterThan(await left('Group'));
      expect(await left('Ward')).toBeGreaterThan(await left('House'));
      await row(page, at.name('Ward')).getByRole('link').first().click();
      const way = page.getByRole('navigation', { name: t('providers.way') });
      await expect(way.getByRole('listitem')).toHaveText([
        t('providers.tab.all'),
        at.name('Group'),
        at.name('House'),
        at.name('Ward'),
      ]);
      await way.getByRole('link', { name: at.name('House') }).click();
      await expect(row(page, at.name('House'))).toHaveAttribute('aria-level', '1');
      await expect(row(page, at.name('Ward'))).toHaveAttribute('aria-level', '2');
      await row(page, at.name('House'))
        .getByRole('button', { name: t('providers.row.menu', { provider: at.name('House') }) })
        .click();
      await expect(page.getByRole('menuitem', { name: t('providers.action.archive') })).toBeVisible();
      await page.keyboard.press('Escape');
      await isInOrder(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    });
  });
}

test('shows a provider’s staff their own branch, nothing above or beside it, and a single provider under that name [PROV-02, GAP-89, MENU-03, security 5]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const at = await grown(app);
  await signedIn({ role: 'provideradmin', providerId: at.house });
  await page.goto('/provider/providers');
  await expect(heading(page)).toHaveText(t('providers.title'));
  const rows = grid(page).locator('[data-row]');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(at.name('House'));
  await expect(rows.nth(1)).toContainText(at.name('Ward'));
  await expect(page.getByRole('main')).not.toContainText(at.name('Group'));
  await page.goto(`/provider/providers?under=${at.group}`);
  await expect(page.getByText(t('providers.gone.title'))).toBeVisible();
  await page.goto('/provider/providers?search=aa&open=all');
  await expect(grid(page)).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(at.name('Group'));
  await expect(page.getByRole('main')).not.toContainText(at.name('Zed Lodge'));
  await signedIn({ role: 'provideradmin', providerId: at.ward });
  await page.goto('/provider/providers');
  await expect(heading(page)).toHaveText(t('providers.titleSingle'));
  await expect(rows).toHaveCount(1);
});

test('shows the result of actions on a row: archived, restored, and a new sub-provider [PROV-06, PROV-35, GAP-89]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const at = await grown(app);
  await signedIn({ role: 'tlcadmin' });
  await page.goto(`/admin/providers?under=${at.group}`);
  const south = row(page, at.name('South'));
  const menu = async (action: 'archive' | 'restore') => {
    await south
      .getByRole('button', { name: t('providers.row.menu', { provider: at.name('South') }) })
      .click();
    await page.getByRole('menuitem', { name: t(`providers.action.${action}`) }).click();
  };
  await menu('archive');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('providers.archive.button') })
    .click();
  await expect(south).toHaveCount(0);
  // The row with focus is gone: the tree takes the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('row');
  await page.getByRole('button', { name: t('providers.showArchived') }).click();
  await expect(south).toContainText(t('providers.status.archived'));
  await menu('restore');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('providers.restore.button') })
    .click();
  await expect(south).not.toContainText(t('providers.status.archived'));
  await south.getByRole('button', { name: t('providers.addSub', { provider: at.name('South') }) }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await provider(app.services, at.name('South Wing'), at.south);
  await page.reload();
  await expect(row(page, at.name('Group'))).toHaveAttribute('aria-expanded', 'true');
  await expect(south.first()).toHaveAttribute('aria-expanded', 'false');
});
