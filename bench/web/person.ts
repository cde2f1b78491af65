import type { Browser, Page } from '@playwright/test';
import { TestClient } from '../../testing/client.ts';
import { fullAnswers, person, type TestPersonSpec } from '../../testing/people.ts';
import { openCard, type OpenedCard } from '../emergency.ts';
import { median, type Figure } from '../measuring/figure.ts';
import { onStage, type Stage } from '../stage.ts';
import { addCookies, openBrowser } from './browser.ts';
import { lighthouseFigures } from './lighthouse.ts';

/** Pages of a person with a signed plan, in addition to those measured with throttling. */
const signedPages = [
  '/my-acp/edit',
  '/care-plan',
  '/my-health-record',
  '/account-and-billing',
  '/notifications',
  '/need-help',
  '/settings/profile',
  '/settings/privacy',
  '/settings/general',
  '/settings/password',
  '/settings/mfa',
];

const draftPages = [
  '/questionnaire',
  ...['step1', 'step2', 'step4', 'step5', 'step6b', 'step7', 'step8', 'checkout', 'step9'].map(
    (step) => `/questionnaire/${step}`,
  ),
];

const visitorPages = ['/questions', '/user/location?state=vic', '/user/upload', '/forgot-password'];

const runs = 3;

/** A page on a slow telephone, with the control that is pressed first. */
type Slowed = {
  name: string;
  path: string;
  cookie?: string;
  taps: readonly ((page: Page) => Promise<void>)[];
};

const press =
  (name: RegExp, role: 'button' | 'link' | 'radio' | 'checkbox' = 'button') =>
  (page: Page) =>
    page.getByRole(role, { name }).first().tap({ timeout: 10_000 });

/** Returns the pages to measure on a slow telephone, given the cookies of their people. */
const slowedPages = ({ card, signed, draft }: Cookies): Slowed[] => [
  { name: 'first page', path: '/', taps: [] },
  { name: '/login', path: '/login', taps: [press(/show/i), press(/^sign in$/i)] },
  {
    name: 'a question',
    path: '/questionnaire/step3',
    cookie: draft,
    taps: [(page) => page.locator('main label').first().tap(), press(/^(save|next|continue)/i)],
  },
  {
    name: 'My plan',
    path: '/my-acp',
    cookie: signed,
    taps: [(page) => page.locator('header button:visible').last().tap()],
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    cookie: signed,
    taps: [(page) => page.locator('header button:visible').last().tap()],
  },
  {
    name: 'contacts',
    path: '/trusted-contacts',
    cookie: signed,
    taps: [(page) => page.getByText('Add a trusted contact').first().tap()],
  },
  { name: 'emergency page', path: card.path, cookie: card.cookie, taps: [] },
];

type Cookies = { card: OpenedCard; signed: string; draft: string };

/**
 * Measures the pages of the person: each with Lighthouse, and seven with a throttled network and processor, with their largest paint,
 * layout shift and response to a press.
 */
export function benchPerson(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin } = await stage.serve('ours');
    const card = await openCard(stage, origin);
    const signed = await cookieOf(stage, origin, 'complete');
    const draft = await cookieOf(stage, origin, 'draft');
    await stage.settle();
    const slowed = slowedPages({ card, signed, draft });
    const browser = await openBrowser();
    const figures: Figure[] = [];
    try {
      for (const page of slowed) figures.push(...(await slowedFigures(browser, origin, page)));
    } finally {
      await browser.close();
    }
    const opened = (paths: readonly string[], cookie?: string) =>
      paths.map((path) => ({ name: path, path, least: 97, ...(cookie && { cookie }) }));
    const isOf = (cookie: string | undefined) =>
      slowed.filter((page) => page.cookie === cookie).map(({ path }) => path);
    return [
      ...figures,
      ...(await lighthouseFigures(
        origin,
        [
          ...opened([...isOf(signed), ...signedPages], signed),
          ...opened([...isOf(draft), ...draftPages], draft),
          ...opened(visitorPages),
        ],
        1,
      )),
    ];
  });
}

async function cookieOf(stage: Stage, origin: string, status: 'draft' | 'complete'): Promise<string> {
  const spec: TestPersonSpec = { plan: { status, answers: fullAnswers() } };
  const { email, password } = await person(stage.services, spec);
  const client = new TestClient(origin);
  await client.signIn(email, password);
  return client.cookieHeader();
}

/** Throttles a page to Lighthouse's profile of a telephone of 2019 on slow 4G. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

/** Records in the page the largest paint, layout shifts without a press, and the time from each press to its paint. */
const observing = `
  globalThis.measured = { paint: 0, shift: 0, presses: [] };
  const watch = (type, each, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...options });
  watch('largest-contentful-paint', ({ startTime }) => (measured.paint = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => (measured.shift += hadRecentInput ? 0 : value));
  watch('event', ({ interactionId, duration }) => interactionId && measured.presses.push(duration), { durationThreshold: 16 });
`;

type Measured = { paint: number; shift: number; presses: number[] };

async function measureOnce(
  browser: Browser,
  origin: string,
  { path, cookie, taps }: Slowed,
): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  try {
    if (cookie) await addCookies(context, origin, cookie);
    const page = await context.newPage();
    await page.addInitScript(observing);
    await slowDown(page);
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const { paint, shift } = await page.evaluate<Measured>('measured');
    for (const tap of taps) {
      await tap(page);
      await page.waitForTimeout(1_500);
    }
    const { presses } = await page.evaluate<Measured>('measured');
    return { paint, shift, presses };
  } finally {
    await context.close();
  }
}

async function slowedFigures(browser: Browser, origin: string, slowed: Slowed): Promise<Figure[]> {
  const results: Measured[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await measureOnce(browser, origin, slowed));
  const { name, taps } = slowed;
  const presses = results.flatMap((result) => result.presses);
  return [
    {
      name: `${name}, largest paint`,
      value: median(results.map(({ paint }) => paint)) / 1000,
      unit: 's',
      goal: { most: 2 },
      about: 'slow 4G, processor slowed four times',
    },
    {
      name: `${name}, moves`,
      value: Math.max(...results.map(({ shift }) => shift)),
      unit: 'layout shift',
      goal: { most: 0.02 },
    },
    ...(taps.length > 0
      ? [
          {
            name: `${name}, presses`,
            value: Math.max(0, ...presses),
            unit: 'ms to the next paint',
            goal: { most: 100 },
            about: `the slowest of ${presses.length}`,
          },
        ]
      : []),
  ];
}
