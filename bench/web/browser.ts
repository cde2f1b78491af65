import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import tests from '../../playwright.config.ts';

/** Starts the tests' browser; with `port` another program can control it too. */
export const openBrowser = (port?: number): Promise<Browser> => {
  const options = tests.use?.launchOptions ?? {};
  const extra = port === undefined ? [] : [`--remote-debugging-port=${port}`];
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...extra] });
};

/** Time without requests and responses after which the network counts as idle, in milliseconds. */
const quietMs = 1_500;

/** A file loaded over the network, with its transferred size, without headers. */
export type Transfer = { address: string; kind: 'script' | 'style' | 'other'; bytes: number };

const kindOf = (address: string): Transfer['kind'] => {
  const { pathname } = new URL(address);
  return pathname.endsWith('.js') ? 'script' : pathname.endsWith('.css') ? 'style' : 'other';
};

/** Opens an address, waits until it is shown and the network is idle. Returns the files that were not in the cache. */
export async function transfersOf(page: Page, address: string, encoding: 'gzip' | 'br'): Promise<Transfer[]> {
  const session = await page.context().newCDPSession(page);
  const under = new Map<string, { address: string; headerBytes: number }>();
  const transfers: Transfer[] = [];
  const open = new Set<string>();
  let quietSince = performance.now();
  const close = (requestId: string) => {
    open.delete(requestId);
    quietSince = performance.now();
  };
  session.on('Network.requestWillBeSent', ({ requestId }) => void open.add(requestId));
  session.on('Network.loadingFailed', ({ requestId }) => close(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { fromDiskCache, url, encodedDataLength } = response;
    if (!fromDiskCache) under.set(requestId, { address: url, headerBytes: encodedDataLength });
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => under.delete(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    close(requestId);
    const file = under.get(requestId);
    if (!file) return;
    const { address, headerBytes } = file;
    transfers.push({ address, kind: kindOf(address), bytes: encodedDataLength - headerBytes });
  });
  await session.send('Network.enable');
  await session.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': encoding } });
  await page.goto(address);
  // On a busy machine there are long pauses between a page's files: a page is loaded only when its heading is shown.
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  while (open.size > 0 || performance.now() - quietSince < quietMs) await pause(50);
  await session.detach();
  return transfers;
}

export function bytesOf(transfers: readonly Transfer[], kind: Transfer['kind']): number {
  return transfers.filter((transfer) => transfer.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Adds the cookies of a Cookie header to a browser. */
export async function addCookies(context: BrowserContext, origin: string, header: string): Promise<void> {
  const cookies = header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: origin };
  });
  await context.addCookies(cookies);
}
