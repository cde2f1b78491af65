import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReplicaPair, type DatabaseNode } from '../testing/database/replica-pair.ts';
import { getCustomers } from '../src/server/features/customers/list/operations.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../testing/people.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { openCard, type OpenedCard } from './emergency.ts';
import { digits, quantile, type Figure } from './measuring/figure.ts';

/** Duration of the load before the primary stops, and during its outage, in milliseconds. */
const quietMs = 8_000;
const awayMs = 20_000;
const readers = 4;

/** Initial part of the outage in which requests may still wait for the primary, in milliseconds. */
const firstMs = 2_000;

type Answer = { at: number; ms: number; isGood: boolean };
type Ask = (reader: number, round: number) => Promise<number>;

/** Sends requests repeatedly until `isOver`. Returns the responses with the times of their arrival. */
async function load(ask: Ask, good: number, isOver: () => boolean): Promise<Answer[]> {
  const answers: Answer[] = [];
  const one = async (reader: number) => {
    for (let round = 0; !isOver(); round += 1) {
      const from = performance.now();
      const status = await ask(reader, round).catch(() => 0);
      const at = performance.now();
      answers.push({ at, ms: at - from, isGood: status === good });
      await pause(20);
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, reader) => one(reader)));
  return answers;
}

const times = (answers: readonly Answer[]) => answers.map(({ ms }) => ms).toSorted((a, b) => a - b);

const words = (answers: readonly Answer[]) =>
  `half within ${digits(quantile(times(answers), 0.5))} ms, 99 of 100 within ${digits(quantile(times(answers), 0.99))} ms, ${answers.length} answers, ${answers.filter(({ isGood }) => !isGood).length} failed`;

/** Returns the longest time without a successful response since the primary stopped, in seconds. */
function gapOf(answers: readonly Answer[], endedAt: number): number {
  const good = answers.filter(({ isGood, at }) => isGood && at >= endedAt).map(({ at }) => at);
  const all = [endedAt, ...good.toSorted((a, b) => a - b)];
  return Math.max(...all.slice(1).map((at, index) => at - all[index]!)) / 1_000;
}

function figuresOf(name: string, answers: readonly Answer[], endedAt: number): Figure[] {
  const quiet = answers.filter(({ at }) => at < endedAt);
  const first = answers.filter(({ at }) => at >= endedAt && at < endedAt + firstMs);
  const then = answers.filter(({ at }) => at >= endedAt + firstMs);
  const p99 = (some: readonly Answer[]) => quantile(times(some), 0.99);
  return [
    { name: `${name}: without an answer`, value: gapOf(answers, endedAt), unit: 's', goal: { most: 2 } },
    {
      name: `${name}: first two seconds`,
      value: p99(first),
      unit: 'ms, 99 of 100',
      goal: { most: 1_200 },
      about: words(first),
    },
    {
      ...{ name: `${name}: then`, value: p99(then) / p99(quiet), unit: 'times quiet', goal: { most: 1.5 } },
      about: `${words(then)}; quiet: ${words(quiet)}`,
    },
  ];
}

type Ways = Record<'page' | 'PIN', { ask: Ask; good: number }>;

function waysOf({ url }: TestApp, card: OpenedCard, people: readonly TestPerson[]): Ways {
  const page: Ask = async () => {
    const response = await fetch(url + card.path, { headers: { cookie: card.cookie } });
    await response.text();
    return response.status;
  };
  const pin: Ask = async (reader, round) => {
    const { shareId, pin: right } = people[(reader + round * readers) % people.length]!;
    const response = await fetch(`${url}/acp-login/${shareId}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ pin: right }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    });
    return response.status;
  };
  return { page: { ask: page, good: 200 }, PIN: { ask: pin, good: 303 } };
}

/** Opens pages and sends PINs until the primary has stopped and is available again. */
async function outage(name: string, ways: Ways, end: () => Promise<void>): Promise<Figure[]> {
  let isOver = false;
  const loads = Object.entries(ways).map(
    async ([way, { ask, good }]) => [way, await load(ask, good, () => isOver)] as const,
  );
  await pause(quietMs);
  const endedAt = performance.now();
  await end();
  await pause(awayMs);
  isOver = true;
  const found = await Promise.all(loads);
  return found.flatMap(([way, answers]) => figuresOf(`${way}, ${name}`, answers, endedAt));
}

/** Measures the emergency page and the PIN check with a replica while the primary is killed, and while it is frozen (C-01). */
export async function benchReplica(): Promise<Figure[]> {
  const pair = await startReplicaPair();
  const folder = await mkdtemp(join(tmpdir(), 'wattle-files-'));
  const app = await startApp({
    beside: { databaseUrl: pair.primary.url, folder },
    env: { DATABASE_REPLICA_URL: pair.replica.url, SERVER_PROCESSES: '1' },
  });
  try {
    const card = await openCard(app, app.url);
    const plan = { status: 'complete' as const, answers: fullAnswers() };
    const people: TestPerson[] = [];
    for (let made = 0; made < 40; made += 1) people.push(await person(app.services, { plan }));
    const ways = waysOf(app, card, people);
    const lists = await listFigures(app);
    const killed = await outage('killed', ways, () => pair.primary.stop('at once'));
    await back(pair.primary, 'start', app);
    const frozen = await outage('frozen', ways, async () => pair.primary.freeze());
    await back(pair.primary, 'thaw', app);
    return [...lists, ...killed, ...frozen];
  } finally {
    await app.close();
    await pair.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Reads a list from the replica and from the primary, in alternation. */
async function listFigures({ services }: TestApp): Promise<Figure[]> {
  const admin = await person(services, { role: 'admin' });
  const fromReplica = contextFor(services, admin.actor);
  const fromPrimary = contextFor({ ...services, replica: undefined }, admin.actor);
  const took: Record<'replica' | 'primary', number[]> = { replica: [], primary: [] };
  const read = async (context: typeof fromReplica) => {
    const from = performance.now();
    await getCustomers.call(context, {});
    return performance.now() - from;
  };
  const before = services.replica?.listCounts().replica ?? 0;
  for (let round = 0; round < 500; round += 1) {
    took.replica.push(await read(fromReplica));
    took.primary.push(await read(fromPrimary));
  }
  const came = (services.replica?.listCounts().replica ?? 0) - before;
  const half = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    );
  const slow = (times: readonly number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    );
  return [
    {
      name: 'a list read from the replica',
      value: half(took.replica) - half(took.primary),
      unit: 'ms more, half of them',
      about: `${digits(half(took.replica))} ms, from the primary ${digits(half(took.primary))}; 99 of 100 within ${digits(slow(took.replica))} ms, from the primary ${digits(slow(took.primary))}; ${came} of ${took.replica.length} came from the replica`,
    },
  ];
}

async function back(primary: DatabaseNode, how: 'start' | 'thaw', { services }: TestApp): Promise<void> {
  await primary[how]();
  while (services.replica?.facts().servingSince !== null || services.replica.facts().problem !== null)
    await pause(100);
  await pause(3_000);
}
