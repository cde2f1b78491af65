import { setTimeout } from 'node:timers/promises';
import { expect, type CDPSession, type Locator, type Page } from '@playwright/test';

/** Waits until the page accepts presses again after a layer was closed or a control was pressed. */
export const shieldGone = (page: Page): Promise<void> => expect(page.locator('.shield')).toHaveCount(0);

type Tap = { x: number; y: number; at: number };

const mouse = async (browser: CDPSession, { x, y, at }: Tap) => {
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased'] as const)
    await browser.send('Input.dispatchMouseEvent', {
      ...{ type, x, y, clickCount: type === 'mouseMoved' ? 0 : 1 },
      button: type === 'mouseMoved' ? 'none' : 'left',
      timestamp: at / 1_000,
    });
};

const finger = async (browser: CDPSession, { x, y, at }: Tap) => {
  await browser.send('Input.dispatchTouchEvent', {
    ...{ type: 'touchStart', touchPoints: [{ x, y }] },
    timestamp: at / 1_000,
  });
  await browser.send('Input.dispatchTouchEvent', {
    ...{ type: 'touchEnd', touchPoints: [] },
    timestamp: (at + 20) / 1_000,
  });
};

/**
 * Presses a place of the screen twice, with the mouse or a finger. Each press has its own timestamp, so that the two stay `gapMs`
 * apart on a machine that delivers the second one late.
 */
export async function tapTwiceAt(
  browser: CDPSession,
  place: { x: number; y: number },
  { gapMs, touch = false }: { gapMs: number; touch?: boolean },
): Promise<void> {
  const first = Date.now();
  for (const at of [first, first + gapMs]) {
    await setTimeout(Math.max(0, at - Date.now()));
    await (touch ? finger : mouse)(browser, { ...place, at });
  }
}

/** Double-taps the centre of a control, and waits until the page accepts presses again. */
export async function doubleTap(
  browser: CDPSession,
  control: Locator,
  how: { gapMs: number; touch: boolean },
): Promise<void> {
  await shieldGone(control.page());
  // Keep the control clear of the bar at the top of the page.
  await control.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  // Loading content above moves the control: wait until its position has been stable for a while.
  let box = await control.boundingBox();
  for (let same = 0; same < 3;) {
    await setTimeout(50);
    const now = await control.boundingBox();
    same = JSON.stringify(now) === JSON.stringify(box) ? same + 1 : 0;
    box = now;
  }
  if (!box) throw new Error('The control is not on the screen');
  await tapTwiceAt(browser, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, how);
  await shieldGone(control.page());
}
