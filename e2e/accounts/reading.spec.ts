import type { Locator, Page } from '@playwright/test';
import { bothLanguages } from '../tags.ts';
import { bothWidths, expect, phone, test } from '../wattle.ts';
import { languages } from '../words.ts';
import { errorSummary } from '../error-summary.ts';

/** Returns the lines of a text: the number of characters in each. */
const linesOf = (element: Locator): Promise<number[]> =>
  element.evaluate((node) => {
    const text = node.firstChild as Text;
    const lines = new Map<number, number>();
    for (let at = 0; at < text.length; at += 1) {
      const range = node.ownerDocument.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, (lines.get(top) ?? 0) + 1);
    }
    return [...lines.values()];
  });

/** Doubles the font size of the browser. */
async function doubleLetters(page: Page): Promise<void> {
  await page.addInitScript(
    "addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '225%'))",
  );
}

for (const language of languages) {
  test.describe(`reading the pages before signing in, in ${language}`, { tag: bothLanguages }, () => {
    test.use({ language });

    test(`the number of the help line can be tapped to call it, and stays on one line ${bothWidths}`, async ({
      page,
      t,
    }) => {
      await page.goto('/signup');
      const number = page.getByRole('main').getByRole('link', { name: '1800 000 000' });
      await expect(number).toHaveAttribute('href', 'tel:1800000000');
      expect(await linesOf(number)).toEqual([12]);
      await expect(page.getByText(t('signup.noEmailHelp'))).toBeVisible();

      await page.goto('/forgot-password');
      await page.getByRole('textbox', { name: t('forgot.email.label') }).fill('unknown@reading.example');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('link', { name: '1800 000 000' })).toHaveAttribute(
        'href',
        'tel:1800000000',
      );
    });

    test(`lines of an error summary that wrap are visibly apart ${phone}`, async ({ page, t }) => {
      await page.goto('/signup');
      await page.getByRole('button', { name: t('signup.submit') }).click();
      const lines = errorSummary(page).getByRole('link');
      const first = lines.filter({ hasText: t('error.servicesRead') });
      const second = lines.filter({ hasText: t('error.privacyRead') });
      await expect(first).toBeVisible();
      expect(await gapBetween(first, second)).toBeGreaterThanOrEqual(6);
    });

    test(`with double font size, nothing covers the menu, and the name is readable ${phone}`, async ({
      page,
      signedIn,
      t,
    }) => {
      await doubleLetters(page);
      await page.goto('/login');
      const logo = page.getByRole('link', { name: t('layout.logoAlt') }).filter({ visible: true });
      await expect
        .poll(() =>
          logo.evaluate((element) => {
            const { right, top, height } = element.getBoundingClientRect();
            return element.contains(element.ownerDocument.elementFromPoint(right - 4, top + height / 2));
          }),
        )
        .toBe(true);

      await signedIn();
      await page.goto('/dashboard');
      const skip = page.getByRole('link', { name: t('common.skipToMain') });
      await expect
        .poll(async () => {
          const box = (await skip.boundingBox())!;
          return box.y + box.height;
        })
        .toBeLessThan(-4);
      await page.getByRole('button', { name: t('common.menu'), exact: true }).click();
      await expect(page.getByRole('dialog', { name: t('common.menu') })).toBeVisible();
    });
  });
}

/** Position of the text in an element. */
const inkOf = (element: Locator): Promise<{ top: number; bottom: number; right: number }> =>
  element.evaluate((node) => {
    const range = node.ownerDocument.createRange();
    range.selectNodeContents(node);
    const { top, bottom, right } = range.getBoundingClientRect();
    return { top, bottom, right };
  });

/** Distance of an element's text below another one's, measured at one moment because the page may still be scrolling. */
async function gapBetween(upper: Locator, lower: Locator): Promise<number> {
  const below = await lower.elementHandle();
  return upper.evaluate((node, other) => {
    const inkIn = (element: Node) => {
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    return inkIn(other).top - inkIn(node).bottom;
  }, below);
}

test(`a long address of a person without a name stays inside the bar and the menu ${bothWidths}`, async ({
  page,
  newCustomer,
  enter,
  app,
  t,
  isMobile,
}) => {
  const who = await newCustomer();
  const { id } = await app.services.db
    .updateTable('users')
    .set({
      first_name: null,
      last_name: null,
      email: `margaret.featherstonehaugh.${crypto.randomUUID().slice(0, 8)}@healthservice.vic.gov.au`,
    })
    .where('id', '=', who.userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const { email } = await app.services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await enter({ ...who, email });
  await page.setViewportSize({ width: isMobile ? 320 : 1024, height: 800 });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!isMobile) {
    await page.getByRole('button', { name: t('common.largerText') }).click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1024);
    const leave = await page.getByRole('button', { name: t('layout.signOut'), exact: true }).boundingBox();
    expect(leave!.x + leave!.width).toBeLessThanOrEqual(1024);
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: isMobile ? t('common.menu') : t('avatar.label') })
    .click();
  const name = page.getByText(t('avatar.signedInAs', { name: email }));
  const { right } = await inkOf(name);
  const box = (await name.boundingBox())!;
  expect(right).toBeLessThanOrEqual(box.x + box.width + 1);
});

test.describe('the first page in Chinese', () => {
  test.use({ language: 'zh' });

  test(`has no line of its title with a single character ${phone}`, async ({ page }) => {
    await page.goto('/dashboard');
    const lines = await linesOf(page.getByRole('heading', { level: 1 }));
    expect(Math.min(...lines)).toBeGreaterThan(2);
  });
});
