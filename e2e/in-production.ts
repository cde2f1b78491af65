import type { Browser, BrowserContext } from '@playwright/test';
import { freePort } from '../testing/processes/free-port.ts';
import { productionVariables, startProductProcess } from '../testing/security/product.ts';

type Product = Awaited<ReturnType<typeof startProductProcess>>;

/** Runs a test on a separate product in production mode, and stops it afterwards. */
export async function inProduction(
  browser: Browser,
  run: (product: Product, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const port = String(await freePort());
  const product = await startProductProcess({
    ...productionVariables(),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  const context = await browser.newContext({ baseURL: product.origin, locale: 'en-AU' });
  try {
    await run(product, context);
  } finally {
    await context.close();
    await product.close();
  }
}
