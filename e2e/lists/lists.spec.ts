import { sendNotices } from '../screens/announcements.ts';
import { isInOrder } from '../axe.ts';
import { residentsUpTo, serveResidents } from './residents.ts';
import { eachWidthOnce, expect, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';

const residents = '/lists-trial/residents';

for (const language of languages) {
  test.describe(`a list, in ${language}`, () => {
    test.use({ language });

    test(`is a table that is sorted and paged by keyboard, with its state in the address`, async ({
      page,
      t,
    }) => {
      await serveResidents(page, residentsUpTo(45));
      await page.goto(residents);
      const table = page.getByRole('table', { name: 'Residents' });
      const header = (name: string) => table.getByRole('columnheader', { name });
      await expect(table.getByRole('row')).toHaveCount(11);
      await expect(table.getByRole('rowheader').first()).toHaveText('Eve 045');
      await expect(header('Invited')).toHaveAttribute('aria-sort', 'descending');
      await expect(header('Name')).not.toHaveAttribute('aria-sort');
      await isInOrder(page);

      const pager = page.getByRole('navigation', { name: t('lists.pages') });
      await expect(pager).toContainText(t('common.pageOf', { from: 1, to: 10, total: 45 }));
      await pager.getByRole('link', { name: t('common.next') }).focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${residents}?page=2`);
      await expect(table.getByRole('rowheader').first()).toHaveText('Eve 035');
      await expect(pager.getByRole('link', { name: t('lists.page', { number: 2 }) })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(pager).toContainText(t('common.pageOf', { from: 11, to: 20, total: 45 }));

      await header('Name').getByRole('button').focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${residents}?sort=name_asc`);
      await expect(header('Name')).toHaveAttribute('aria-sort', 'ascending');
      await expect(header('Invited')).not.toHaveAttribute('aria-sort');
      await expect(table.getByRole('rowheader').first()).toHaveText('Ann 001');
      await expect(header('Name').getByRole('button')).toBeFocused();
      await page.keyboard.press('Space');
      await expect(page).toHaveURL(`${residents}?sort=name_desc`);
      await expect(table.getByRole('rowheader').first()).toHaveText('Eve 045');
    });

    test('is filtered, shows the state in its address, and goes back', async ({ page, t }) => {
      await serveResidents(page, residentsUpTo(45));
      await page.goto(`${residents}?search=ann&plan=draft&invited_from=2026-01-05&page=nonsense`);
      const names = page.getByRole('rowheader');
      const box = page.getByRole('searchbox', { name: 'Search by name' });
      const draft = page.getByRole('button', { name: 'Draft' });
      const drafts = ['Ann 041', 'Ann 036', 'Ann 026', 'Ann 021', 'Ann 011', 'Ann 006'];
      await expect(names).toHaveText(drafts);
      await expect(box).toHaveValue('ann');
      await expect(draft).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByLabel(t('lists.from', { label: 'Invited' }))).toHaveValue('05/01/2026');

      await page.getByRole('button', { name: t('common.filterAll') }).click();
      await expect(page).toHaveURL(`${residents}?search=ann&invited_from=2026-01-05`);
      await expect(names).toHaveCount(8);
      await page.getByLabel(t('lists.to', { label: 'Invited' })).fill('06/01/2026');
      await expect(names).toHaveText(['Ann 006']);
      await box.fill('nothing like it');
      await expect(page.getByText(t('lists.noneMatch'), { exact: true })).toBeVisible();
      await isInOrder(page);
      await page.goBack();
      await expect(names).toHaveCount(8);
      await page.goBack();
      await expect(draft).toHaveAttribute('aria-pressed', 'true');
      await page.goForward();
      await expect(names).toHaveCount(8);
      await box.fill('nothing like it');
      await page.getByRole('button', { name: t('lists.clear') }).click();
      await expect(page).toHaveURL(residents);
      await expect(names).toHaveCount(10);
      await expect(box).toHaveValue('');
      await expect(box).toBeFocused();
    });

    test(
      'shows that it is empty, loading or failed, and retries',
      { tag: eachWidthOnce(language) },
      async ({ page, t }) => {
        const served = await serveResidents(page, []);
        await page.goto(residents);
        await expect(page.getByText('No residents yet.')).toBeVisible();
        await expect(page.getByRole('search')).toHaveCount(0);
        await isInOrder(page);

        let goOn = () => {};
        served.rows = residentsUpTo(3);
        served.answer = async (_, answer) => {
          await new Promise<void>((resolve) => (goOn = resolve));
          await answer();
        };
        await page.goto(residents);
        await expect(page.getByText(t('common.loading'))).toBeVisible();
        goOn();
        await expect(page.getByText('Ann 001')).toBeVisible();
        await expect(page.getByRole('navigation')).toHaveCount(0);

        served.answer = (route) => route.fulfill({ status: 503, json: { ok: false, code: 'unavailable' } });
        await page.getByRole('button', { name: 'Draft' }).click();
        await expect(page.getByRole('alert')).toContainText(t('error.general_error'));
        await isInOrder(page);
        served.answer = (_, answer) => answer();
        await page.getByRole('button', { name: t('common.tryAgain') }).click();
        await expect(page.getByText('Bea 002')).toBeVisible();
        await expect(page.getByText('Ann 001')).toHaveCount(0);
      },
    );

    test(`consists of cards on a telephone, sorted through a menu ${phone}`, async ({ page, t }) => {
      await serveResidents(page, residentsUpTo(25));
      await page.goto(`${residents}?page=2`);
      const cards = page.getByRole('list', { name: 'Residents' }).getByRole('listitem');
      await expect(cards).toHaveCount(10);
      await expect(cards.first()).toContainText('Eve 015');
      await expect(page.getByRole('table')).toHaveCount(0);
      await isInOrder(page);
      await page.getByLabel(t('lists.sort')).selectOption(t('lists.ascending', { column: 'Name' }));
      await expect(page).toHaveURL(`${residents}?sort=name_asc`);
      await expect(cards.first()).toContainText('Ann 001');
      await page.setViewportSize({ width: 320, height: 640 });
      await isInOrder(page);
    });

    test(
      'shows the mails whose texts administrators may change, ten at a time, with search and links [SET-03]',
      { tag: eachWidthOnce(language) },
      async ({ page, t, signedIn }) => {
        await signedIn({ role: 'tlcadmin' });
        await page.goto('/admin/settings/email');
        const group = page.getByRole('region', { name: t('settings.admin.email.templates') });
        const mails = group.getByRole('listitem').getByRole('link').filter({ hasNotText: /^\d+$/ });
        await expect(group.getByRole('link', { name: t('mail.welcome.subject') })).toBeVisible();
        await group.getByRole('link', { name: t('common.next') }).click();
        await expect(page).toHaveURL('/admin/settings/email?page=2');
        await expect(group.getByRole('link', { name: t('mail.welcome.subject') })).toHaveCount(0);
        await page.goBack();
        await group.getByRole('searchbox').fill(t('mail.welcome.subject'));
        await expect(page).toHaveURL(/\?search=/);
        await expect(mails).toHaveCount(1);
        await expect(page.locator('[data-live-announcer]')).toHaveText(
          t('common.pageOf', { from: 1, to: 1, total: 1 }),
        );
        // A target that is scrolled half under the bar would be measured too small.
        await page.evaluate(() => window.scrollTo(0, 0));
        await isInOrder(page);
        await mails.click();
        await expect(page).toHaveURL(/template=welcome/);
        await page.goBack();
        await expect(group.getByRole('searchbox')).toHaveValue(t('mail.welcome.subject'));
        await page.goto('/admin/settings/email?search=zzz');
        await expect(group.getByText(t('lists.noneMatch'), { exact: true })).toBeVisible();
        await isInOrder(page);
      },
    );
  });
}

test('an address after the last page shows the last page', async ({ page }) => {
  await serveResidents(page, residentsUpTo(25));
  await page.goto(`${residents}?page=900`);
  await expect(page).toHaveURL(`${residents}?page=3`);
  await expect(page.getByRole('rowheader')).toHaveCount(5);
});

test('where not all rows are counted, the page claims no more than the counted ones', async ({ page }) => {
  await serveResidents(page, []);
  const all = residentsUpTo(1_040);
  await page.route('**/lists-trial/rows', (route) => {
    const { offset } = route.request().postDataJSON() as { offset: number };
    return route.fulfill({ json: { count: 1_000, isExact: false, data: all.slice(offset, offset + 10) } });
  });
  await page.goto(`${residents}?page=103`);
  const pager = page.getByRole('navigation', { name: 'Pages' });
  await expect(pager).toContainText('1,021 to 1,030 of more than 1,020');
  await pager.getByRole('link', { name: 'Next' }).click();
  await expect(pager).toContainText('1,031 to 1,040 of more than 1,030');
  // It is unknown whether another page follows: the last known page has rows.
  await pager.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(`${residents}?page=100`);
  await expect(pager).toContainText('991 to 1,000 of more than 1,000');
});

test('the CSV file has all matching rows, in the order of the screen, from the first', async ({ page }) => {
  await serveResidents(page, residentsUpTo(45));
  await page.goto(`${residents}?plan=draft&sort=name_desc&page=2`);
  const link = page.getByRole('link', { name: 'Download CSV' });
  await expect(link).toHaveAttribute('href', '/api/lists/residents.csv?plan=draft&sort=name_desc');
});

test('notifications are loaded as far as the address says, which is updated on scrolling [NOTIF-02]', async ({
  page,
  app,
  signedIn,
}) => {
  const who = await signedIn();
  await sendNotices(app, who, 43);
  await page.goto('/notifications?page=3');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveCount(30);
  await expect(page).toHaveURL('/notifications?page=3');
  await items.last().scrollIntoViewIfNeeded();
  await expect(items).toHaveCount(40);
  await expect(page).toHaveURL('/notifications?page=4');
  await page.goto('/dashboard');
  await page.goBack();
  await expect(items).toHaveCount(40);
});
