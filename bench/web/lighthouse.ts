import { createServer } from 'node:net';
import { once } from 'node:events';
import lighthouse from 'lighthouse';
import { openBrowser } from './browser.ts';
import { openCard } from '../emergency.ts';
import { median, type Figure } from '../measuring/figure.ts';
import { administratorOfHouse } from './residents.ts';
import { onStage } from '../stage.ts';

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs Lighthouse for visitors, readers of a card and staff. */
export function benchLighthouse(): Promise<Figure[]> {
  return onStage(async (stage) => {
    const { origin } = await stage.serve('ours');
    const card = await openCard(stage, origin);
    const administrator = await administratorOfHouse(stage);
    await stage.settle();
    return lighthouseFigures(origin, [
      { name: '/login', path: '/login' },
      { name: '/signup', path: '/signup' },
      { name: '/dashboard, visitor', path: '/dashboard' },
      { name: 'PIN page', path: card.path },
      { name: 'opened plan', path: card.path, cookie: card.cookie },
      { name: '/provider/customers', path: '/provider/customers', cookie: administrator, least: 95 },
    ]);
  });
}

/** A page to measure, opened with this cookie. `least` is the required speed score, if it is not 90. */
export type Opened = { name: string; path: string; cookie?: string; least?: number };

/** Runs Lighthouse with a telephone profile: the median of the runs for speed, the worst for accessibility. */
export async function lighthouseFigures(
  origin: string,
  pages: readonly Opened[],
  runs = 3,
): Promise<Figure[]> {
  const port = await freePort();
  const browser = await openBrowser(port);
  try {
    const figures: Figure[] = [];
    for (const { name, path, cookie, least = 90 } of pages) {
      const results: Measured[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await measure(origin + path, port, cookie));
      figures.push(...figuresOf(name, results, least));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

type Measured = { performance: number; accessibility: number; paint: number; failed: string[] };

async function measure(address: string, port: number, cookie: string | undefined): Promise<Measured> {
  const result = await lighthouse(address, {
    port,
    logLevel: 'silent',
    onlyCategories: ['performance', 'accessibility'],
    ...(cookie && { extraHeaders: { Cookie: cookie } }),
  });
  if (!result || result.lhr.runtimeError) {
    throw new Error(`Lighthouse could not measure: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
  }
  const { categories, audits, finalDisplayedUrl } = result.lhr;
  if (finalDisplayedUrl !== address) throw new Error(`${address} redirected to ${finalDisplayedUrl}`);
  const scoreOf = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const failed = (categories['accessibility']?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    paint: audits['largest-contentful-paint']?.numericValue ?? 0,
    failed,
  };
}

function figuresOf(name: string, results: readonly Measured[], least: number): Figure[] {
  const failed = new Set(results.flatMap((result) => result.failed));
  return [
    {
      name: `${name}, performance`,
      value: median(results.map((result) => result.performance)),
      unit: 'of 100',
      goal: { least },
      about: `largest paint after ${(median(results.map((result) => result.paint)) / 1000).toFixed(1)} s on a slow telephone`,
    },
    {
      name: `${name}, accessibility`,
      value: Math.min(...results.map((result) => result.accessibility)),
      unit: 'of 100',
      goal: { least: 100 },
      ...(failed.size > 0 && { about: [...failed].join(', ') }),
    },
  ];
}
