import { axeFindings } from '../axe.ts';
import { expect, main, test } from '../wattle.ts';
import { signInAs } from './sign-in-as.ts';
import { firstVisits } from './first-visits.ts';

test.use({ language: 'zh' });

// Other roles, layers over the pages, both languages, themes and widths: a11y.spec.ts and the tests of the features.
for (const [who, readers] of Object.entries(firstVisits)) {
  test(`axe finds nothing on the pages that ${who} is the first role to open ${main}`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    test.setTimeout(300_000);
    const addressOf = await signInAs(readers, { app, newCustomer, enter });
    for (const visit of readers.pages)
      await test.step(addressOf(visit), async () => {
        await page.goto(addressOf(visit));
        await expect(visit.ready(page.getByRole('main'), t)).toBeVisible();
        expect.soft(await axeFindings(page), addressOf(visit)).toEqual([]);
      });
  });
}
