import type { Page } from '@playwright/test';
import { expect, test } from '../wattle.ts';
import { signInAs } from './sign-in-as.ts';
import { visits } from './every-page.ts';

/** Returns names that several buttons of the page have. Rows of a list are named by their content. */
const repeatedNames = (page: Page) =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll<HTMLElement>('main button, main summary')]
      .filter((element) => element.checkVisibility() && !element.closest('tbody tr'))
      .map((element) => (element.ariaLabel ?? element.textContent).trim());
    return names.filter((name, at) => names.indexOf(name) !== at);
  });

for (const [who, wanted] of [
  ['a customer without a plan', ['/questionnaire/step1', '/questionnaire/step9', '/settings/privacy']],
  ['an administrator', ['/admin/permissions', '/admin/providers/registered']],
] as const) {
  test(`the buttons of a page have different names for ${who} [S-106]`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    const readers = visits[who]!;
    const addressOf = await signInAs(readers, { app, newCustomer, enter });
    const found = readers.pages.filter((visit) =>
      wanted.some((each) => each === (visit.address ?? visit.page)),
    );
    expect(found).toHaveLength(wanted.length);
    for (const visit of found) {
      await page.goto(addressOf(visit));
      await expect(visit.ready(page.getByRole('main'), t)).toBeVisible();
      // The exit of a step is both beside and below the questions, with the same effect.
      const repeated = (await repeatedNames(page)).filter((name) => name !== t('submit.comeBackLater'));
      expect(repeated, addressOf(visit)).toEqual([]);
    }
  });
}
