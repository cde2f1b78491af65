import type { Page } from '@playwright/test';
import { expect, main, phone, test } from '../wattle.ts';
import { signInAs } from './sign-in-as.ts';
import { visits, type Visit } from './every-page.ts';

/** Returns links that are a line of their own and too low for a finger, with their height in pixels. */
const lowLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main a')]
      .filter((link) => link.checkVisibility() && link.parentElement?.textContent === link.textContent)
      .map((link) => ({ words: link.textContent, height: link.getBoundingClientRect().height }))
      .filter(({ height }) => height < 44),
  );

for (const [who, wanted, help] of [
  ['a visitor', ['/user/location', '/user/upload'], true],
  ['a customer with a signed plan', ['/my-acp', '/trusted-contacts', '/my-health-record'], false],
  ['an editor of a provider', ['/dashboard', '/provider/settings'], false],
] as const) {
  test(`a line that consists of a link is 44 px high for ${who}${help ? ', and the page names the help line' : ''} ${phone} [S-107] ${help ? main : ''}`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    const readers = visits[who]!;
    const addressOf = await signInAs(readers, { app, newCustomer, enter });
    const isWanted = ({ page: path }: Visit) => wanted.some((each) => each === path);
    for (const visit of readers.pages.filter(isWanted)) {
      await page.goto(addressOf(visit));
      await expect(visit.ready(page.getByRole('main'), t)).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await lowLinks(page), visit.page).toEqual([]);
      if (help)
        await expect(
          page.getByRole('main').locator('a[href^="tel:"]', { hasText: '1800 000 000' }),
          visit.page,
        ).toBeVisible();
    }
  });
}
