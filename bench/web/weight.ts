import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { TestClient } from '../../testing/client.ts';
import { fullAnswers, halfAnswers, person } from '../../testing/people.ts';
import { addCookies, bytesOf, openBrowser, transfersOf, type Transfer } from './browser.ts';
import type { Figure } from '../measuring/figure.ts';
import { chunksOf } from './chunks.ts';
import { administratorOfHouse } from './residents.ts';
import { onStage } from '../stage.ts';

const kilobyte = 1024;

/** Pages measured for a visitor whose browser has only the files of the sign-in page. */
const visitorPages = [
  '/signup',
  '/forgot-password',
  '/reset-password?token=none',
  '/verify-email?token=none',
  '/legacyuser',
  '/dashboard',
  '/no-such-page',
];

/** Pages measured for a customer whose browser has the files of the dashboard, where signing in leads. */
const customerPages = [
  '/my-acp',
  '/care-plan',
  '/questionnaire',
  ...[
    'step1',
    'step2',
    'step3',
    'step4',
    'step5',
    'step6b',
    'step7',
    'step8',
    'checkout',
    'step9',
    'step9b',
  ].map((step) => `/questionnaire/${step}`),
];

/**
 * Measures what a browser with an empty cache loads, with the compression it is served with: the first load of the
 * sign-in page, then the files that each further page adds.
 */
export function benchWeight(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin } = await stage.serve('ours');
    const signIn = async (status: 'draft' | 'complete') => {
      const answers = status === 'draft' ? halfAnswers().step1 : fullAnswers();
      const { email, password } = await person(stage.services, { plan: { status, answers } });
      const client = new TestClient(origin);
      await client.signIn(email, password);
      return client.cookieHeader();
    };
    const [draft, complete] = [await signIn('draft'), await signIn('complete')];
    const administrator = await administratorOfHouse(stage);
    const browser = await openBrowser();
    try {
      return [
        ...(await firstLoad(browser, origin)),
        ...(await added(browser, origin, { pages: visitorPages, before: ['/login'] })),
        ...(await added(browser, origin, {
          pages: ['/dashboard'],
          before: ['/login'],
          cookie: complete,
          who: 'customer',
        })),
        ...(await added(browser, origin, {
          pages: customerPages,
          before: ['/login', '/dashboard'],
          cookie: draft,
        })),
        ...(await added(browser, origin, {
          pages: ['/my-acp', '/care-plan'],
          before: ['/login', '/dashboard'],
          cookie: complete,
          who: 'signed',
        })),
        ...(await added(browser, origin, {
          pages: ['/account-and-billing'],
          before: ['/login', '/dashboard'],
          cookie: complete,
          most: 45,
        })),
        ...(await added(browser, origin, {
          pages: ['/provider/customers'],
          before: ['/login', '/dashboard'],
          cookie: administrator,
          who: 'staff',
        })),
        heaviestChunk(),
      ];
    } finally {
      await browser.close();
    }
  });
}

/** The files that the sign-in page needs to react, as the build listed them. It loads more once it does. */
function firstFiles(): ReadonlySet<string> {
  const file = resolve(import.meta.dirname, '../../dist/web/first-loads.json');
  const { visitors } = JSON.parse(readFileSync(file, 'utf8')) as {
    visitors: Record<string, Record<string, readonly string[]>>;
  };
  return new Set(visitors['/login']?.['en']);
}

async function firstLoad(browser: Browser, origin: string): Promise<Figure[]> {
  const read = async (encoding: 'gzip' | 'br') => {
    const context = await browser.newContext();
    const transfers = await transfersOf(await context.newPage(), `${origin}/login`, encoding);
    await context.close();
    return transfers;
  };
  const first = firstFiles();
  const isFirst = ({ address }: Transfer) => first.has(new URL(address).pathname);
  const [gzip, brotli] = [await read('gzip'), await read('br')];
  const figureOf = (name: string, kind: 'script' | 'style', most: number): Figure => {
    const late = bytesOf(gzip, kind) - bytesOf(gzip.filter(isFirst), kind);
    return {
      name,
      value: bytesOf(gzip.filter(isFirst), kind) / kilobyte,
      unit: 'KB by gzip',
      goal: { most },
      about: `${(bytesOf(brotli.filter(isFirst), kind) / kilobyte).toFixed(1)} KB by Brotli, ${gzip.filter((file) => file.kind === kind && isFirst(file)).length} files; ${(late / kilobyte).toFixed(1)} KB by gzip after the page reacts`,
    };
  };
  return [figureOf('/login, script', 'script', 160), figureOf('/login, CSS', 'style', 20)];
}

type Added = {
  pages: readonly string[];
  before: readonly string[];
  cookie?: string;
  who?: string;
  most?: number;
};

async function added(browser: Browser, origin: string, wanted: Added): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of wanted.pages) {
    const context = await browser.newContext();
    await visitAll(context, origin, wanted);
    const page = await context.newPage();
    const transfers = await transfersOf(page, origin + path, 'gzip');
    const { pathname } = new URL(page.url());
    const others = transfers.filter(
      ({ address }) => /^https?:/.test(address) && new URL(address).origin !== origin,
    );
    await context.close();
    const led = pathname === new URL(path, origin).pathname ? '' : `, led on to ${pathname}`;
    figures.push({
      name: [path.replace(/\?.*/, ''), wanted.who].filter(Boolean).join(', '),
      value: bytesOf(transfers, 'script') / kilobyte,
      unit: 'KB added',
      goal: { most: wanted.most ?? 60 },
      about: `and ${(bytesOf(transfers, 'style') / kilobyte).toFixed(1)} KB of CSS, after ${wanted.before.join(' and ')}${led}, ${others.length} files of others`,
    });
  }
  return figures;
}

/** The pages on the path: the first as a visitor, the others signed in where there is a cookie. */
async function visitAll(context: BrowserContext, origin: string, { before, cookie }: Added): Promise<void> {
  const page = await context.newPage();
  for (const [index, path] of before.entries()) {
    await transfersOf(page, origin + path, 'gzip');
    if (index === 0 && cookie) await addCookies(context, origin, cookie);
  }
  await page.close();
}

/** Computes the heaviest on-demand part from the imports in the built files. */
function heaviestChunk(): Figure {
  const [heaviest] = chunksOf().toSorted((a, b) => b.addedBytes - a.addedBytes);
  return {
    name: 'heaviest part loaded on demand',
    value: (heaviest?.addedBytes ?? 0) / kilobyte,
    unit: 'KB added',
    goal: { most: 60 },
    about: `${heaviest?.name}, in the build, after the sign-in page`,
  };
}
