import { signInAs } from './sign-in-as.ts';
import { fewestPages, type Readers } from './every-page.ts';
import { firstVisits } from './first-visits.ts';
import { outOfOrder, walk, type Stop } from './tab-walk.ts';
import { isExhaustive } from '../tags.ts';
import { expect, main, test } from '../wattle.ts';

const large = { width: 1440, height: 900 };
/** Also the width of a large screen at 400 % zoom, which is used with a keyboard. */
const small = { width: 390, height: 844 };

/** Staff's pages have the most tab stops. Except in exhaustive runs, they are walked once: forwards, at the large width. */
const isWalkedOnce = ({ spec }: Readers) => spec?.role !== undefined && !isExhaustive;

function expectVisible(stops: readonly Stop[], where: string): void {
  for (const stop of stops)
    expect
      .soft({ hidden: stop.hidden, ring: stop.ring }, `${where}: ${stop.what}`)
      .toEqual({ hidden: null, ring: true });
}

for (const [who, readers] of Object.entries(firstVisits)) {
  test(`the pages of ${who}: focus is fully visible at every tab stop${isWalkedOnce(readers) ? '' : ', in both directions, also in forced colours'}; the tab order is the visual order ${isWalkedOnce(readers) ? '' : '[R-72] [R-75] [R-80]'} ${who === fewestPages ? main : ''}`, async ({
    page,
    t,
    app,
    newCustomer,
    enter,
  }) => {
    test.setTimeout(300_000);
    const addressOf = await signInAs(readers, { app, newCustomer, enter });
    const main = page.getByRole('main');
    for (const visit of readers.pages)
      for (const viewport of isWalkedOnce(readers) ? [large] : [large, small]) {
        const where = `${addressOf(visit)}, ${viewport.width} px`;
        await test.step(where, async () => {
          await page.setViewportSize(viewport);
          // An address that differs only in its fragment would not reload the page.
          await page.goto('about:blank');
          await page.goto(addressOf(visit));
          await expect(visit.ready(main, t)).toBeVisible();
          // Late content must not be rendered in the middle of a walk.
          await page.waitForLoadState('networkidle');
          expect.soft(await outOfOrder(page), where).toEqual([]);
          const there = await walk(page, 'Tab');
          expect.soft(there.length, where).toBeGreaterThan(1);
          expectVisible(there, where);
          if (isWalkedOnce(readers) || (viewport === small && !isExhaustive)) return;
          await page.emulateMedia({ forcedColors: 'active' });
          const back = await walk(page, 'Shift+Tab');
          await page.emulateMedia({ forcedColors: 'none' });
          expectVisible(back, where);
          expect
            .soft(back.map(({ place }) => place).toReversed(), where)
            .toEqual(there.map(({ place }) => place));
        });
      }
  });
}
