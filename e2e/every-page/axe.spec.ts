import { axeFindings } from '../axe.ts';
import { expect, main, test } from '../wattle.ts';
import { comeAs, visits } from './every-page.ts';

test.use({ language: 'zh' });

// The pages with what opens over them, in both languages and themes, at both widths and at 320 px: a11y.spec.ts and those of the features.
for (const [who, readers] of Object.entries(visits)) {
  test(`axe finds nothing on the pages of ${who} as they stand ${main}`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    test.setTimeout(300_000);
    const addressOf = await comeAs(readers, { app, newCustomer, enter });
    for (const visit of readers.pages)
      await test.step(addressOf(visit), async () => {
        // An address that differs in its fragment alone would not load the page again.
        await page.goto('about:blank');
        await page.goto(addressOf(visit));
        await expect(visit.ready(page.getByRole('main'), t)).toBeVisible();
        expect.soft(await axeFindings(page), addressOf(visit)).toEqual([]);
      });
  });
}
