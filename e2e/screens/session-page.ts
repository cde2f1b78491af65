import type { Page } from '@playwright/test';
import type { TestApp } from '../../testing/start-app.ts';
import { expect } from '../wattle.ts';

/** The content that replaces a page whose session is over. */
export const cover = (page: Page) => page.getByRole('alertdialog');

/** Opens a page, and waits until the server can notify it that its session ended. */
export async function openListening(page: Page, address: string): Promise<void> {
  // The web socket opens shortly after the page; the socket of an earlier page does not count.
  await page.goto(address, { waitUntil: 'commit' });
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('"next"'),
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Makes every session of a person end from inactivity in this number of seconds, by the server's clock. The last activity
 * is now, or this number of minutes ago: a call more than a minute after it extends the session.
 */
export async function endsIn(
  { services }: TestApp,
  userId: string,
  seconds: number,
  { seenMinutesAgo = 0 } = {},
): Promise<void> {
  const now = services.clock().getTime();
  const idle_expires_at = new Date(now + seconds * 1000);
  const last_seen_at = new Date(now - seenMinutesAgo * 60_000);
  await services.db
    .updateTable('sessions')
    .set({ idle_expires_at, last_seen_at })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Checks that the only content on the screen, for screen readers, for the keyboard, or in the document at all, is the
 * dialog with its one button. `secrets` are texts that were shown before.
 */
export async function expectCovered(page: Page, secrets: readonly string[]): Promise<void> {
  await expect(cover(page)).toBeVisible();
  await expect(page.locator('main, nav, form, table, img, input, textarea')).toHaveCount(0);
  const document = await page.evaluate<string>('document.title + document.documentElement.outerHTML');
  for (const secret of secrets) expect(document).not.toContain(secret);
  expect(await page.locator('body').ariaSnapshot()).toMatch(/^- alertdialog/);
  // No other element takes focus: the skip link and everything before it are not rendered.
  expect(
    await page.evaluate(
      '[...document.querySelectorAll("a, button, [tabindex]")].filter((each) => each.checkVisibility()).length',
    ),
  ).toBe(2);
}
