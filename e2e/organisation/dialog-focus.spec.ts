import { expect, escapeFrom, main, test } from '../wattle.ts';
import { house } from '../customers-house.ts';
import { openGroup } from './providers-trees.ts';

test.use({ actionTimeout: 10_000 });

test('focus is on the first item of a menu and returns to its button, the first, second and third time [S-102]', async ({
  page,
  app,
  signedIn,
  t,
}) => {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const items = page.getByRole('menuitem');
  const id = await house(app, 'Focus House');
  const { rows } = await openGroup(page, app, signedIn);
  const inTree = rows.last().locator('[aria-haspopup=menu]');
  await inTree.waitFor();
  const places = [
    { address: undefined, trigger: inTree, item: t('providers.action.edit') },
    {
      address: `/admin/customers?provider_id=${id}`,
      trigger: page.getByRole('button', { name: 'Actions for Lin Mei Chen' }),
      item: t('customers.action.suspend'),
    },
  ];
  for (const { address, trigger, item } of places) {
    if (address) await page.goto(address);
    for (const _ of ['first', 'second', 'third']) {
      await trigger.focus();
      await page.keyboard.press('Enter');
      await expect(items.first()).toBeFocused();
      for (
        let at = 0;
        at < (await items.count()) && !(await items.nth(at).innerText()).includes(item);
        at += 1
      )
        await page.keyboard.press('ArrowDown');
      await expect(items.filter({ hasText: item }).first()).toBeFocused();
      await page.keyboard.press('Enter');
      await escapeFrom(page, dialog);
      await expect(trigger).toBeFocused();
    }
  }
});

test(`the focused element in the form of a provider is never under its bar of buttons [S-103] ${main}`, async ({
  page,
  app,
  signedIn,
  t,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openGroup(page, app, signedIn);
  await page.getByRole('button', { name: t('providers.add') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.and(page.locator(':focus-within'))).toBeVisible();
  const hidden: string[] = [];
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const foot = document.querySelector('.modalfoot.stick')!;
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      const isInFoot = foot.contains(element);
      return {
        isInFoot,
        words: element.outerHTML.slice(0, 80),
        under: !isInFoot && box.bottom > foot.getBoundingClientRect().top + 1,
      };
    });
    if (seen.under) hidden.push(seen.words);
    if (seen.isInFoot) break;
  }
  expect(hidden).toEqual([]);
});

test(`in forced colours a disabled button looks disabled, and a pressed one has an edge [S-105] ${main}`, async ({
  page,
  app,
  signedIn,
  t,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const looks = (element: Element) => {
    const { color, borderTopColor, borderTopWidth } = getComputedStyle(element);
    return { color, borderTopColor, borderTopWidth };
  };
  const id = await house(app, 'Forced House');
  await openGroup(page, app, signedIn);
  const archived = page.getByRole('button', { name: t('providers.showArchived') });
  const before = await archived.evaluate(looks);
  await archived.click();
  await expect(page.locator('main [aria-pressed=true]')).toHaveCount(1);
  const pressed = await page.locator('main [aria-pressed=true]').evaluate(looks);
  expect(pressed.borderTopWidth).toBe('3px');
  expect(pressed.borderTopColor).not.toBe(before.borderTopColor);
  await page.goto(`/admin/customers?provider_id=${id}`);
  await page.getByRole('button', { name: 'Remove Lin Mei Chen' }).click();
  const foot = page.getByRole('alertdialog').locator('.modalfoot');
  const off = await foot.locator('.btn[aria-disabled=true]').evaluate(looks);
  const on = await foot.locator('.btn:not([aria-disabled=true])').first().evaluate(looks);
  expect(off.color).not.toBe(on.color);
  expect(off.borderTopColor).not.toBe(on.borderTopColor);
});

test('with double font size the tabs of providers fit the width of a telephone [S-105]', async ({
  page,
  app,
  signedIn,
}) => {
  await openGroup(page, app, signedIn);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const address of ['/admin/providers', '/admin/providers/care-facilities']) {
    await page.goto(address);
    const tabs = page.getByRole('main').locator('.tabs');
    await expect(tabs.getByRole('link')).toHaveCount(3);
    expect(await tabs.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
});
