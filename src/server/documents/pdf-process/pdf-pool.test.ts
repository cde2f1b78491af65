import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../../domain/errors.ts';
import { createPdfPool, type PdfPool, type PdfPoolOptions } from './pdf-pool.ts';
import { readPdf } from '../pdf-reader.fixture.ts';
import { planDocument, type PlanDocument } from '../plan/plan-document.ts';
import { planFacts } from '../plan/plan-document.fixture.ts';

const plan = planDocument(planFacts('en'));
const titled = (title: string): PlanDocument => ({ ...plan, title });
const pools: PdfPool[] = [];

function poolOf(options: PdfPoolOptions = {}): PdfPool {
  const pool = createPdfPool({ worker: new URL('pdf-worker.fixture.ts', import.meta.url), ...options });
  pools.push(pool);
  return pool;
}

type Content = { title: string; process: number; made: number; names: string[] };
const contentOf = (pdf: Uint8Array): Content => JSON.parse(Buffer.from(pdf).toString()) as Content;

async function isAlive(id: number): Promise<boolean> {
  await sleep(100);
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

describe('the pool that typesets documents', () => {
  it('typesets a plan in a separate process, started with the first plan, from any folder [PLAN-03]', async () => {
    const before = process.cwd();
    process.chdir('/');
    try {
      const pool = createPdfPool();
      pools.push(pool);
      expect(pool.processId()).toBeUndefined();
      const pdf = readPdf(await pool.makePdf(plan));
      expect(pool.processId()).not.toBe(process.pid);
      expect(pdf.text).toContain('MargaretCitizen');
    } finally {
      process.chdir(before);
    }
  }, 30_000);

  it("returns each caller's own plan, one after another [PLAN-03]", async () => {
    const pool = poolOf();
    const titles = Array.from({ length: 20 }, (_, index) => `plan ${index}`);
    const made = await Promise.all(titles.map((title) => pool.makePdf(titled(title))));
    expect(made.map((pdf) => contentOf(pdf).title)).toEqual(titles);
    expect(new Set(made.map((pdf) => contentOf(pdf).process)).size).toBe(1);
  });

  it('typesets urgent plans before all waiting ones, and has places for them when the queue is full [R-05]', async () => {
    const pool = poolOf({ queueLimit: 10, urgentLimit: 3 });
    const order: string[] = [];
    const ask = (title: string, urgent: boolean) =>
      pool.makePdf(titled(title), { urgent }).then(
        () => void order.push(title),
        (error: AppError) => void order.push(`${title} ${error.code}`),
      );
    const owners = Array.from({ length: 20 }, (_, index) => ask(`owner ${index}`, false));
    const cards = Array.from({ length: 4 }, (_, index) => ask(`card ${index}`, true));
    await Promise.all([...owners, ...cards]);
    const made = order.filter((line) => !line.endsWith('unavailable'));
    // The first one was already in progress when the urgent ones arrived.
    expect(made.slice(0, 4)).toEqual(['owner 0', 'card 0', 'card 1', 'card 2']);
    expect(order.filter((line) => line.endsWith('unavailable'))).toHaveLength(9 + 1);
  });

  it('gives the process no environment, and so no secret [PLAN-03]', async () => {
    process.env.SECRET_OF_THE_TEST = 'x';
    const { names } = contentOf(await poolOf().makePdf(plan));
    delete process.env.SECRET_OF_THE_TEST;
    expect(names).not.toContain('SECRET_OF_THE_TEST');
    expect(names).not.toContain('PATH');
  });

  it('replaces the process after a number of plans, or when it grows too large [PLAN-03]', async () => {
    const pool = poolOf({ recycleAfter: 3 });
    const made: Content[] = [];
    for (const title of ['1', '2', '3', '4', 'heavy', '6'])
      made.push(contentOf(await pool.makePdf(titled(title))));
    expect(made.map(({ made: count }) => count)).toEqual([1, 2, 3, 1, 2, 1]);
    expect(new Set(made.map((one) => one.process)).size).toBe(3);
    expect(await isAlive(made[0]?.process ?? 0)).toBe(false);
  });

  it('refuses a plan when the queue is full, and serves the waiting ones [PLAN-03]', async () => {
    const pool = poolOf({ queueLimit: 2 });
    const asked = ['working', 'waiting', 'waiting too', 'one too many'].map((title) =>
      pool.makePdf(titled(title)),
    );
    const results = await Promise.allSettled(asked);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    await expect(asked[3]).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['hang', 'silent'])(
    'ends a process that takes too long and continues with the next plan: %s [PLAN-03]',
    async (title) => {
      const pool = poolOf({ timeout: 2_000 });
      const [stuck, next] = await Promise.allSettled([
        pool.makePdf(titled(title)),
        pool.makePdf(titled('next')),
      ]);
      expect(stuck).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
      expect(next.status).toBe('fulfilled');
    },
  );

  it('restarts after a crash, and gives up a plan that crashes it twice [PLAN-03]', async () => {
    const log = vi.fn();
    const pool = poolOf({ log });
    const [crashed, next] = await Promise.allSettled([
      pool.makePdf(titled('crash')),
      pool.makePdf(titled('next')),
    ]);
    expect(crashed).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(next.status).toBe('fulfilled');
    expect(log).toHaveBeenCalledTimes(2);
  });

  it('still makes the plan when the process is killed once during it [PLAN-03]', async () => {
    const pool = poolOf();
    await pool.makePdf(titled('first'));
    const making = pool.makePdf(titled('second'));
    process.kill(pool.processId() ?? 0, 'SIGKILL');
    expect(contentOf(await making).title).toBe('second');
  });

  it('restarts when the process died between two plans [PLAN-03]', async () => {
    const pool = poolOf();
    await pool.makePdf(titled('first'));
    process.kill(pool.processId() ?? 0, 'SIGKILL');
    await sleep(200);
    expect(contentOf(await pool.makePdf(titled('second'))).title).toBe('second');
  });

  it('reveals nothing of a plan that cannot be typeset, neither in the error nor in the log [PLAN-03]', async () => {
    const log = vi.fn();
    const pool = createPdfPool({ log });
    pools.push(pool);
    const secret = 'I worry about the cat';
    const broken = { ...plan, legal: { secret } } as never;
    const error = await pool.makePdf(broken).catch((caught: unknown) => caught as Error);
    expect(error).toBeInstanceOf(Error);
    expect(
      `${String(error)} ${String((error as Error).stack)} ${JSON.stringify(log.mock.calls)}`,
    ).not.toContain(secret);
    expect((await pool.makePdf(plan)).length).toBeGreaterThan(10_000);
  }, 30_000);

  it('closes with the server: no process remains and every waiting caller is answered [PLAN-03]', async () => {
    const pool = poolOf();
    await pool.makePdf(titled('first'));
    const id = pool.processId() ?? 0;
    const waiting = [pool.makePdf(titled('silent')), pool.makePdf(titled('behind'))];
    const settled = Promise.allSettled(waiting);
    await pool.close();
    for (const result of await settled)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect(await isAlive(id)).toBe(false);
    await expect(pool.makePdf(plan)).rejects.toMatchObject({ code: 'unavailable' });
    await pool.close();
  });

  it('keeps the memory of the process bounded over many plans [PLAN-03]', async () => {
    const pool = createPdfPool({ recycleAfter: 20 });
    pools.push(pool);
    const processes = new Set<number | undefined>();
    for (let index = 0; index < 50; index += 1) {
      await pool.makePdf(planDocument(planFacts('zh', { version: index })));
      processes.add(pool.processId());
    }
    processes.delete(undefined);
    expect(processes.size).toBe(3);
  }, 60_000);
});
