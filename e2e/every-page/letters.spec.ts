import type { Page } from '@playwright/test';
import { signInAs } from './sign-in-as.ts';
import { fewestPages, type Readers } from './every-page.ts';
import { firstVisits } from './first-visits.ts';
import { cut, targetsTooNear } from './page-measures.ts';
import { bothLanguages } from '../tags.ts';
import { expect, mainOnce, test } from '../wattle.ts';
import { languages, rawKeysIn } from '../words.ts';

/** Chinese has other line breaks and is measured on the narrow screen; the wide screen runs both languages. */
const widths = {
  en: { targets: [390, 1440], doubled: [390, 1280] },
  zh: { targets: [390], doubled: [390] },
} as const;

/** Customers' pages are measured in both languages in every run, staff's only in exhaustive ones. */
const fitsIn = ({ spec }: Readers) => (spec?.role ? '' : bothLanguages);

/** Waits until a page has adjusted to its new size. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
      ),
  );

for (const language of languages)
  for (const [who, readers] of Object.entries(firstVisits)) {
    test.describe(`the pages of ${who}, in ${language}`, () => {
      test.use({ language });

      test(`with double font size and with larger text, nothing is cut or off the screen; targets are 44 px and apart; no text key is shown [R-77] [R-78] [S-50] ${fitsIn(readers)} ${who === fewestPages ? mainOnce(language) : ''}`, async ({
        page,
        t,
        app,
        newCustomer,
        enter,
      }) => {
        test.setTimeout(300_000);
        const addressOf = await signInAs(readers, { app, newCustomer, enter });
        const main = page.getByRole('main');
        const browser = await page.context().newCDPSession(page);
        for (const visit of readers.pages) {
          const where = addressOf(visit);
          await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
          await page.goto('about:blank');
          await page.setViewportSize({ width: 390, height: 844 });
          await page.goto(where);
          await expect(visit.ready(main, t)).toBeVisible();
          expect.soft(rawKeysIn(await page.locator('body').innerText()), `${where}, RAW KEYS`).toEqual([]);
          for (const width of widths[language].targets) {
            await page.setViewportSize({ width, height: 844 });
            await drawn(page);
            expect.soft(await targetsTooNear(page), `${where}, TARGETS ${width} px`).toEqual([]);
          }
          await page.setViewportSize({ width: 320, height: 640 });
          await page.evaluate(`document.documentElement.dataset.text = 'large'`);
          await drawn(page);
          expect.soft(await cut(page), `${where}, 320 LARGE`).toEqual([]);
          await page.evaluate(`delete document.documentElement.dataset.text`);
          await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
          for (const width of widths[language].doubled) {
            await page.setViewportSize({ width, height: 844 });
            await drawn(page);
            expect.soft(await cut(page), `${where}, 200 ${width} px`).toEqual([]);
          }
        }
      });
    });
  }
