import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { announce } from '../../src/server/features/notifications/api.ts';
import { TestClient } from '../../testing/client.ts';
import {
  startSavers,
  withoutSignedLimit,
  type Acknowledged,
  type Savers,
} from '../../testing/faults/saving.ts';
import { watchNews, type Watch } from '../../testing/news.ts';
import { fullAnswers, person, type TestPerson } from '../../testing/people.ts';
import type { Answer } from './bounds.ts';
import type { Cluster } from './cluster.ts';
import { until } from './processes.ts';

/** The kinds of requests. */
export type Kind = 'save' | 'page' | 'pin';

type Saver = { person: TestPerson; client: TestClient; status: 'draft' | 'complete' };
type Listener = { person: TestPerson; client: TestClient; watch: Watch };

/** Six people who save drafts and two who change their signed plan, each at most once a second. */
const savers = { draft: 6, complete: 2 };
const pauses = { save: 800, retry: 250, page: 120, pin: 400 };
const readers = { page: 3, pin: 2 };
const cardCount = 12;

/** A request that takes longer has failed, in milliseconds. */
const patience = 10_000;

/** People who use the cluster, and what they do. */
export class Load {
  readonly #cluster: Cluster;
  readonly #answers: Record<Kind, Answer[]> = { save: [], page: [], pin: [] };
  /** Every save that was acknowledged since the start of the script. */
  readonly acknowledged: Acknowledged[] = [];
  readonly unexpected: unknown[] = [];
  /** Number of right PINs sent for each person, and of those that were answered with the plan. */
  readonly openings = new Map<string, { sent: number; opened: number }>();
  #savers: Saver[] = [];
  #cards: TestPerson[] = [];
  #open: { reader: TestClient; path: string } | undefined;
  #listeners: Listener[] = [];
  #running: { savers: Savers; others: Promise<void>[] } | undefined;
  #isOver = false;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Makes the people, signs them in, opens one card and the sockets. */
  async prepare(): Promise<void> {
    const { services } = this.#cluster.beside;
    await withoutSignedLimit(services);
    const complete = { status: 'complete' as const, answers: fullAnswers() };
    for (const status of ['draft', 'complete'] as const)
      for (let made = 0; made < savers[status]; made += 1) {
        const who = await person(services, status === 'complete' ? { plan: complete } : {});
        this.#savers.push({ person: who, client: await this.#signedIn(who), status });
      }
    await this.#makeCards();
    await this.#openSockets();
  }

  /** Makes the people whose cards are opened, and opens the first. */
  async #makeCards(): Promise<void> {
    const { services } = this.#cluster.beside;
    this.#cards = [];
    for (let made = 0; made < cardCount; made += 1)
      this.#cards.push(await person(services, { plan: { status: 'complete', answers: fullAnswers() } }));
    const [first] = this.#cards;
    const reader = new TestClient(this.#cluster.url);
    if ((await this.#typePin(reader, first!)) !== null) throw new Error('The card does not open');
    this.#open = { reader, path: `/acp-login/${first!.shareId}` };
  }

  /** Signs in two more people, and opens a socket for each. */
  async #openSockets(): Promise<void> {
    const { services } = this.#cluster.beside;
    this.close();
    this.#listeners = [];
    for (let made = 0; made < 2; made += 1) {
      const who = await person(services);
      const client = await this.#signedIn(who);
      const watch = watchNews(client);
      this.#listeners.push({ person: who, client, watch });
      await watch.until(() => watch.receivedNews.length > 0);
    }
  }

  async #signedIn({ email, password }: TestPerson): Promise<TestClient> {
    const client = new TestClient(this.#cluster.url);
    await client.signIn(email, password);
    return client;
  }

  /** Sends the right PIN, as browsers do. Returns what was wrong with the answer; null if it leads to the plan. */
  async #typePin(client: TestClient, { userId, shareId, pin }: TestPerson): Promise<string | null> {
    const count = this.openings.get(userId) ?? { sent: 0, opened: 0 };
    this.openings.set(userId, count);
    count.sent += 1;
    const response = await client.fetch(`/acp-login/${shareId}`, {
      method: 'POST',
      body: new URLSearchParams({ pin }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      signal: AbortSignal.timeout(patience),
    });
    await response.arrayBuffer();
    if (response.status !== 303) return `status ${response.status}`;
    count.opened += 1;
    return null;
  }

  /** Returns what was wrong with the page; null if it is the plan. */
  async #readPage(): Promise<string | null> {
    const { reader, path } = this.#open!;
    const response = await reader.fetch(path, { signal: AbortSignal.timeout(patience) });
    const text = await response.text();
    return response.status === 200 && text.includes('<h1>Margaret') ? null : `status ${response.status}`;
  }

  async #repeat(kind: 'page' | 'pin', ask: (round: number) => Promise<string | null>): Promise<void> {
    for (let round = 0; !this.#isOver; round += 1) {
      const from = performance.now();
      const what = await ask(round).catch((error: unknown) => String(error));
      const at = performance.now();
      const took = `${((at - from) / 1_000).toFixed(1)} s`;
      this.#answers[kind].push({
        at,
        isGood: what === null,
        ...(what !== null && { what: `${what} after ${took}` }),
      });
      await pause(pauses[kind]);
    }
  }

  /** Starts all requests. */
  async start(): Promise<void> {
    const { db } = this.#cluster.beside.services;
    this.#isOver = false;
    const ids = this.#savers.map(({ person: { acpId } }) => acpId);
    // A save whose answer was lost may have been made.
    const rows = await db.selectFrom('acps').select(['id', 'version']).where('id', 'in', ids).execute();
    const people = this.#savers.map((saver) => ({
      ...saver,
      version: rows.find(({ id }) => id === saver.person.acpId)!.version,
    }));
    const onAnswer = (isGood: boolean) => void this.#answers.save.push({ at: performance.now(), isGood });
    const begun = startSavers({ people, pauseMs: pauses.save, retryMs: pauses.retry, onAnswer });
    const each = (kind: 'page' | 'pin', ask: (reader: number, round: number) => Promise<string | null>) =>
      Array.from({ length: readers[kind] }, (_, reader) => this.#repeat(kind, (round) => ask(reader, round)));
    const others = [
      ...each('page', () => this.#readPage()),
      ...each('pin', (reader, round) => {
        const card = this.#cards[(reader + round * readers.pin) % this.#cards.length]!;
        return this.#typePin(new TestClient(this.#cluster.url), card);
      }),
    ];
    this.#running = { savers: begun, others };
  }

  /** Ends all requests, and waits for their answers. */
  async stop(): Promise<void> {
    if (!this.#running) return;
    this.#isOver = true;
    const { savers: begun, others } = this.#running;
    await Promise.all([begun.stop(), ...others]);
    this.acknowledged.push(...begun.acknowledged);
    this.unexpected.push(...begun.unexpected);
    this.#running = undefined;
  }

  answersOf(kind: Kind): readonly Answer[] {
    return this.#answers[kind];
  }

  /** Waits until a save is acknowledged, from now on. */
  async untilSaved(seconds = 60): Promise<void> {
    const from = performance.now();
    await until(
      'a save is acknowledged',
      () => this.#answers.save.some(({ at, isGood }) => isGood && at > from),
      seconds,
    );
  }

  /** Sends a notification to each person with an open socket, and waits until it arrives. Returns the problems. */
  async hear(): Promise<string[]> {
    const { db } = this.#cluster.beside.services;
    const problems: string[] = [];
    for (const [
      index,
      {
        person: { userId },
        watch,
      },
    ] of this.#listeners.entries()) {
      const before = watch.receivedNews.at(-1)?.count ?? 0;
      const news = { eventId: randomUUID(), template: 'TEST' as const, metadata: {}, userId, at: new Date() };
      await announce(db, news, [userId]);
      const hasNews = () => (watch.receivedNews.at(-1)?.count ?? 0) > before;
      await until('it', hasNews, 15).catch(() =>
        problems.push(`socket ${index + 1} received nothing within 15 s`),
      );
    }
    return problems;
  }

  /**
   * Resets the counts after a restore to an earlier time, and uses new people for cards and sockets, because the earlier counts no longer
   * match the data.
   */
  async forget(): Promise<void> {
    this.acknowledged.length = 0;
    this.openings.clear();
    await this.#makeCards();
    await this.#openSockets();
  }

  close(): void {
    for (const { watch } of this.#listeners) watch.stop();
  }
}
