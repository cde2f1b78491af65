import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { setTimeout as pause } from 'node:timers/promises';
import tests from '../playwright.config.ts';

/** The browser of the tests; `port` lets another program steer it too. */
export const openBrowser = (port?: number): Promise<Browser> => {
  const options = tests.use?.launchOptions ?? {};
  const extra = port === undefined ? [] : [`--remote-debugging-port=${port}`];
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...extra] });
};

/** The network counts as quiet when nothing was asked or answered for so long. */
const quietMs = 1_500;

/** A file that came over the network, with its size on the way, without headers. */
export type Transfer = { address: string; kind: 'script' | 'style' | 'other'; bytes: number };

const kindOf = (address: string): Transfer['kind'] => {
  const { pathname } = new URL(address);
  return pathname.endsWith('.js') ? 'script' : pathname.endsWith('.css') ? 'style' : 'other';
};

/** Opens an address, waits until it is shown and the network is quiet, and tells what was fetched: not what the browser had already. */
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
  // A busy machine is silent for long between a page's parts: only a page with its heading is one that has come.
  await page.locator('h1').first().waitFor({ timeout: 60_000 });
  while (open.size > 0 || performance.now() - quietSince < quietMs) await pause(50);
  await session.detach();
  return transfers;
}

export function bytesOf(transfers: readonly Transfer[], kind: Transfer['kind']): number {
  return transfers.filter((transfer) => transfer.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Gives a browser the cookies of a Cookie header. */
export async function addCookies(context: BrowserContext, origin: string, header: string): Promise<void> {
  const cookies = header.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: origin };
  });
  await context.addCookies(cookies);
}
