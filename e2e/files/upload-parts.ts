import type { Page, Route } from '@playwright/test';

/** Size of a part in bytes. */
export const megabyte = 1024 * 1024;

/** Addresses to which parts of files are sent. */
export const parts = '**/api/files/*/parts/*';

/** Collects the numbers of the parts sent from this point on. */
export function noteParts(page: Page): number[] {
  const sent: number[] = [];
  page.on('request', (request) => {
    const [, n] = /\/parts\/(\d+)$/.exec(request.url()) ?? [];
    if (n) sent.push(Number(n));
  });
  return sent;
}

/** Holds parts from part `n` on, until `open` is called. */
export async function hold(page: Page, n: number): Promise<{ open: () => Promise<void> }> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route(parts, (route) => {
    const part = Number(/\d+$/.exec(route.request().url())?.[0]);
    if (isOpen || part < n) return route.continue();
    waiting.push(route);
    return undefined;
  });
  return {
    async open() {
      isOpen = true;
      await Promise.all(waiting.map((route) => route.continue().catch(() => {})));
    },
  };
}
