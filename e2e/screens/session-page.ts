import type { Page } from '@playwright/test';
import type { TestApp } from '../../testing/start-app.ts';
import { expect } from '../wattle.ts';

/** What stands in place of a page whose session is over. */
export const cover = (page: Page) => page.getByRole('alertdialog');

/** Opens a page, and waits until the server can tell it by itself that its session ended. */
export async function openListening(page: Page, address: string): Promise<void> {
  // It opens a moment after the page is there; one of the page before does not count.
  await page.goto(address, { waitUntil: 'commit' });
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('"next"'),
  });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/**
 * Lets every session of a person end unused in so many seconds, by the server's clock. The person counts as seen at this moment, or
 * so many minutes before: a call more than a minute after it makes the session last longer.
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
 * Nothing of a page is on the screen, in what a screen reader reads, in reach of the keyboard, or in the document at all, but the
 * one dialog with its one button. `secrets` are words that stood there.
 */
export async function expectCovered(page: Page, secrets: readonly string[]): Promise<void> {
  await expect(cover(page)).toBeVisible();
  await expect(page.locator('main, nav, form, table, img, input, textarea')).toHaveCount(0);
  const document = await page.evaluate<string>('document.title + document.documentElement.outerHTML');
  for (const secret of secrets) expect(document).not.toContain(secret);
  expect(await page.locator('body').ariaSnapshot()).toMatch(/^- alertdialog/);
  // Nothing else takes focus: the skip link and all before it are not drawn.
  expect(
    await page.evaluate(
      '[...document.querySelectorAll("a, button, [tabindex]")].filter((each) => each.checkVisibility()).length',
    ),
  ).toBe(2);
}
