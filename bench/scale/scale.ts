import { setTimeout as pause } from 'node:timers/promises';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { findStaffFor } from '../../src/server/features/notifications/store.ts';
import { fillWithCustomers, largeSize, type Providers } from '../../testing/tables/synthetic-customers.ts';
import { digits, timesFigure, type Figure } from '../measuring/figure.ts';
import { memoryOf } from '../measuring/processes.ts';
import { countFigures } from './counts.ts';
import { findFigures } from './find.ts';
import { callerFigures, graphql, listFigures, searchFigures } from './list.ts';
import { firstReadingFigures } from './reports/first-readings.ts';
import { reportFigures } from './reports/reports.ts';
import { administrators, ask, signedIn, type Staff } from './staff.ts';
import { structureFigures } from './structure.ts';
import { searchTerms } from './terms.ts';
import { onStage, type Served, type Stage } from '../stage.ts';

const size = { ...largeSize, providers: 2_000 };

const clients = 8;
const exported = 100_000;

/** Queries of a staff dashboard, by one caller: 95th percentile in milliseconds. */
async function dashboardFigures(staff: Readonly<Record<string, Staff>>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [who, one] of Object.entries(staff))
    for (const [what, query] of [
      ['figures', 'query { staffOverview { customers completed draft invited } }'],
      ['recent activity', 'query { recentActivities(limit: 4) { id template } }'],
    ] as const) {
      const client = graphql(one, query, () => ({}));
      const times: number[] = [];
      for (let count = 0; count < 25; count += 1) {
        const { took } = await ask(one, client);
        if (count >= 5) times.push(took);
      }
      figures.push(timesFigure(`dashboard, ${what}: ${who}`, times, 20, ', one caller'));
    }
  return figures;
}

/** Reads the first lines of the list of customers as a file. Returns the server's memory meanwhile. */
async function exportFigures(admin: Staff, { origin, pid }: Served): Promise<Figure[]> {
  const before = memoryOf(pid).now;
  let most = before;
  let early = before;
  let lines = 0;
  const begin = performance.now();
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid).now)), 100);
  await new Promise<void>((resolve, reject) => {
    const request = http.get(
      `${origin}/api/lists/customers.csv`,
      { headers: { cookie: admin.cookie } },
      (response) => {
        if (response.statusCode !== 200)
          reject(new Error(`The list was refused with ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => {
          for (const byte of chunk) if (byte === 10) lines += 1;
          if (lines <= exported / 5) early = most;
          if (lines <= exported) return;
          request.destroy();
          resolve();
        });
        response.on('end', () => reject(new Error(`The list ended after ${lines} lines`)));
      },
    );
    request.on('error', () => {});
  });
  clearInterval(watch);
  return [
    {
      name: 'memory that 80,000 more rows of an export take',
      value: most - early,
      unit: 'MB more',
      goal: { most: 30 },
      about: `100,000 rows in ${digits((performance.now() - begin) / 1_000)} s; ${digits(before)} MB before, at most ${digits(early)} MB after 20,000 and ${digits(most)} MB in the end`,
    },
  ];
}

/** Measures finding the staff to notify of a change. */
async function staffFigure(find: () => Promise<readonly string[]>): Promise<Figure> {
  const times: number[] = [];
  for (let count = 0; count < 100; count += 1) {
    const sent = performance.now();
    await find();
    times.push(performance.now() - sent);
  }
  return timesFigure('staff to notify of a signed change', times, 5);
}

/** The benchmarks in order: the last two change the data. */
export const scaleParts = [
  'list',
  'caller',
  'search',
  'find',
  'dashboard',
  'staff',
  'export',
  'reports',
  'structure',
  'counts',
] as const;
type Part = (typeof scaleParts)[number];

/** One million customers of two thousand providers: daily work of staff, and jobs after each change. */
export function benchScale({
  parts,
  customers,
  keptIn,
}: {
  parts: readonly Part[];
  customers: number;
  keptIn: string | null;
}): Promise<Figure[]> {
  return onStage(async (stage) => {
    const begin = performance.now();
    const providers = await fillOnce(stage, keptIn, customers);
    const making = `making ${customers === 1_000_000 ? 'a million' : customers} customers`;
    const figures: Figure[] = [{ name: making, value: (performance.now() - begin) / 1_000, unit: 's' }];
    const served = await stage.serve('ours');
    const bare = await stage.serve('bare');
    const team = await administrators(stage, served, providers, clients);
    const [admin] = team;
    const of = (id: string) => signedIn(stage, served, providers, 'provideradmin', id);
    const houses = { admin, largest: await of(providers.largest), small: await of(providers.small) };
    const { db } = stage.services;
    const measures: Record<Part, () => Promise<Figure[]>> = {
      async list() {
        const { origin: hand } = await stage.serve('handwritten');
        return listFigures(team, { ours: served.origin, bare: bare.origin, hand });
      },
      caller: () => callerFigures(admin),
      search: async () => searchFigures(team, await searchTerms(db)),
      find: () => findFigures(team, db),
      dashboard: () => dashboardFigures(houses),
      async staff() {
        const { id } = await db
          .selectFrom('users')
          .select('id')
          .where('provider_id', '=', providers.small)
          .executeTakeFirstOrThrow();
        return [await staffFigure(() => findStaffFor(db, id))];
      },
      export: () => exportFigures(admin, served),
      reports: async () => [...(await firstReadingFigures(stage, admin)), ...(await reportFigures(houses))],
      structure: () => structureFigures(stage.superuserUrl, admin),
      counts: () => countFigures(stage.superuserUrl, admin),
    };
    await pause(1_000);
    for (const part of parts) figures.push(...(await measures[part]()));
    return figures;
  }, keptIn);
}

/** Fills the database, unless an earlier run in the same folder did. */
export async function fillOnce(
  { superuserUrl }: Pick<Stage, 'superuserUrl'>,
  keptIn: string | null,
  customers: number,
): Promise<Providers> {
  const file = keptIn === null ? null : join(keptIn, 'bench-providers.json');
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Providers;
  const providers = await fillWithCustomers(superuserUrl, { ...size, customers });
  if (file !== null) writeFileSync(file, JSON.stringify(providers));
  return providers;
}
