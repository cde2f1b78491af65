import { comeAs, visits } from './every-page.ts';
import { cut, targetsTooNear } from './page-measures.ts';
import { expect, test } from './wattle.ts';

for (const [who, readers] of Object.entries(visits)) {
  test(`the pages of ${who}: with letters twice as large and with larger text nothing is cut or off the screen; targets are 44 px and apart [R-77] [R-78]`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    test.setTimeout(300_000);
    const addressOf = await comeAs(readers, { app, newCustomer, enter });
    const main = page.getByRole('main');
    const browser = await page.context().newCDPSession(page);
    for (const visit of readers.pages) {
      const where = addressOf(visit);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
      await page.goto('about:blank');
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(addressOf(visit));
      await expect(visit.ready(main, t)).toBeVisible();
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await targetsTooNear(page), `${where}, TARGETS ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 320, height: 640 });
      await page.evaluate(`document.documentElement.dataset.text = 'large'`);
      expect.soft(await cut(page), `${where}, 320 LARGE`).toEqual([]);
      await page.evaluate(`delete document.documentElement.dataset.text`);
      await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect.soft(await cut(page), `${where}, 200 ${width} px`).toEqual([]);
      }
    }
  });
}
