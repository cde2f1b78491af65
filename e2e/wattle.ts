import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Language, Translate } from '../src/domain/i18n/texts.ts';
// The server loads these on demand. Modules that no test file imports would be compiled again in each worker.
import '../src/server/ports/payments/stand-in/stand-in.ts';
import '../src/server/ports/payments/stripe/stripe.ts';
import { TestClient } from '../testing/client.ts';
import { person, type TestPerson, type TestPersonSpec } from '../testing/people.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { EditMode } from './edit-mode.ts';
import { QuestionnairePage } from './questionnaire-page.ts';
import { ContactsPage } from './screens/contacts-page.ts';
import { FilesPage } from './screens/files-page.ts';
import { PaymentPage } from './screens/payment-page.ts';
import { bothWidths, eachWidthOnce, main, mainOnce, onTelephone, phone, screens } from './tags.ts';
import { texts } from './words.ts';

export { bothWidths, eachWidthOnce, expect, main, mainOnce, phone };

/** Makes a customer and signs them in. */
export type SignedIn = (spec?: TestPersonSpec) => Promise<TestPerson>;

type People = {
  /** Makes a customer who uses the language of the test, without signing them in. */
  newCustomer: (spec?: TestPersonSpec) => Promise<TestPerson>;
  /** Signs a person in, in the browser of the test or in another one. */
  enter: (who: TestPerson, browser?: BrowserContext) => Promise<void>;
  signedIn: SignedIn;
};

type PageFixtures = People & {
  /** Language of the browser, and of all people that the test makes. */
  language: Language;
  /** The texts in that language. */
  t: Translate;
  questionnaire: QuestionnairePage;
  edit: EditMode;
  contacts: ContactsPage;
  files: FilesPage;
  pay: PaymentPage;
  noTrouble: void;
};

let lastAddress = 0;

/** Returns a unique network address, so that limits per address count for each test separately. */
function ownAddress(worker: number): string {
  lastAddress += 1;
  return `10.${worker % 256}.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}`;
}

/** Copies the session of a client to a browser. */
export async function takeOver(client: TestClient, browser: BrowserContext): Promise<void> {
  const pairs = client.cookieHeader().split('; ');
  const cookies = pairs.map((pair) => pair.split('='));
  await browser.addCookies(cookies.map(([name = '', value = '']) => ({ name, value, url: client.url })));
}

export const test = base.extend<PageFixtures, { app: TestApp }>({
  app: [
    async ({}, use) => {
      const app = await startApp({ env: { TRUST_PROXY: 'loopback' } });
      await use(app);
      await app.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  language: ['en', { option: true }],
  locale: ({ language }, use) => use(language === 'zh' ? 'zh-CN' : 'en-AU'),
  viewport: ({ viewport }, use, run) => use(onTelephone(run) ? screens.mobile.viewport : viewport),
  deviceScaleFactor: ({ deviceScaleFactor }, use, run) =>
    use(onTelephone(run) ? screens.mobile.deviceScaleFactor : deviceScaleFactor),
  isMobile: ({ isMobile }, use, run) => use(onTelephone(run) || isMobile),
  hasTouch: ({ hasTouch }, use, run) => use(onTelephone(run) || hasTouch),
  baseURL: ({ app }, use) => use(app.url),
  extraHTTPHeaders: ({}, use, { parallelIndex }) => use({ 'x-forwarded-for': ownAddress(parallelIndex) }),
  t: ({ language }, use) => use(texts[language]),
  questionnaire: ({ page, t }, use) => use(new QuestionnairePage(page, t)),
  edit: ({ page, t }, use) => use(new EditMode(page, t)),
  contacts: ({ page, t }, use) => use(new ContactsPage(page, t)),
  files: ({ page, t }, use) => use(new FilesPage(page, t)),
  pay: ({ page, t }, use) => use(new PaymentPage(page, t)),
  /** Waits for hydration of visitors' pages, which are shown before their script; not in tests that wait only for the first byte. */
  page: async ({ page }, use) => {
    const opened = async <Answer>(opening: Promise<Answer>): Promise<Answer> => {
      const answer = await opening;
      await page.locator('#root[data-frame]').waitFor({ state: 'detached' });
      return answer;
    };
    const [goTo, reload] = [page.goto.bind(page), page.reload.bind(page)];
    page.goto = (address, options) =>
      options?.waitUntil === 'commit' ? goTo(address, options) : opened(goTo(address, options));
    page.reload = (options) => opened(reload(options));
    await use(page);
  },
  newCustomer: ({ app, language }, use) => use((spec) => person(app.services, { language, ...spec })),
  enter: ({ app, context }, use) =>
    use(async (who, browser = context) => {
      const client = new TestClient(app.url);
      await client.signIn(who.email, who.password);
      await takeOver(client, browser);
    }),
  signedIn: ({ newCustomer, enter }, use) =>
    use(async (spec) => {
      const who = await newCustomer(spec);
      await enter(who);
      return who;
    }),
  /** Fails a test if a page throws an error or violates the content security policy. */
  noTrouble: [
    async ({ context }, use) => {
      const trouble: string[] = [];
      context.on('weberror', (problem) => trouble.push(String(problem.error().stack ?? problem.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|React/.test(message.text()))
          trouble.push(message.text());
      });
      await use();
      expect(trouble).toEqual([]);
    },
    { auto: true },
  ],
});

/** Variables of one GraphQL operation that the page sent. */
export type Sent = { query: string; variables: Record<string, any> };

/** True if a request is the GraphQL operation with this name. */
export function asks(
  name: string,
): (request: { url: () => string; postData: () => string | null }) => boolean {
  return (request) =>
    request.url().endsWith('/api/graphql') && new RegExp(`\\b${name}\\b`).test(request.postData() ?? '');
}

/** Counts and keeps the requests of one GraphQL operation from this point on. */
export function noteRequests(page: Page, name: string): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (asks(name)(request)) sent.push(request.postDataJSON() as Sent);
  });
  return sent;
}

/**
 * Stops the clock of the page, so that a test can observe what the page does after some seconds. `page.clock.install()` must be
 * called before the page is opened; `page.clock.runFor(ms)` advances the time.
 */
export async function stopClock(page: Page): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const now = await page.evaluate<number>('Date.now()');
    try {
      return await page.clock.pauseAt(now + 500);
    } catch (error) {
      // On a busy machine that moment may already have passed.
      if (tries === 10 || !String(error).includes('to the past')) throw error;
    }
  }
}

/** Closes a dialog with Escape, after focus is in it. */
export async function escapeFrom(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog.and(page.locator(':focus-within'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
