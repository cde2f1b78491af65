import fastify from 'fastify';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextFor, person, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import { AppError } from '../../../domain/errors.ts';
import { residents } from '../../../domain/lists/list.fixture.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import type { Context } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import type { Batches } from './list-file.ts';
import { registerListXlsx } from './list-xlsx.ts';
import { sheetRows } from './xlsx.fixture.ts';

type Row = { name: string; day: string | null };

describe('a list as an Excel file', () => {
  let app: TestApp;
  let admin: TestPerson;
  beforeAll(async () => {
    app = await startApp();
    admin = await person(app.services, { role: 'admin' });
  });
  afterAll(() => app.close());

  /** Starts a server with one list of generated rows. */
  async function served(batches: () => AsyncGenerator<Row[]>, more: Partial<Context> = {}) {
    const api = fastify();
    api.addHook('preHandler', async (request) => {
      request.wattle = { ...contextFor(app.services, admin.actor), ...more };
    });
    api.setErrorHandler((error: AppError, _, reply) => reply.code(400).send({ error: error.code }));
    registerListXlsx<typeof residents, Row>(api, {
      list: residents,
      sheet: 'customers.export.sheet',
      operation: operation({
        name: 'exportResidents',
        kind: 'read',
        input: listInput(residents),
        access: { action: 'settings.mail', subject: nothing },
        run: async (): Promise<Batches<Row>> => batches(),
      }),
      columns: {
        name: { title: 'customers.col.name', cell: ({ name }) => name },
        plan: { cell: () => 7 },
        created_at: { title: 'customers.csv.birthDate', cell: ({ day }) => day, isDate: true },
      },
    });
    const address = await api.listen({ port: 0, host: '127.0.0.1' });
    return { address: `${address}/api/lists/residents.xlsx`, close: () => api.close() };
  }

  it('has text, numbers and dates as such, and no formula [N-10, security 25]', async () => {
    const names = [
      '=1+1',
      '+61 400',
      '-2',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '＝1',
      '<b>&',
      '李',
      'a\nb',
      'x\u0007y',
    ];
    const { address, close } = await served(async function* () {
      yield names.map((name) => ({ name, day: '1943-05-14' }));
      yield [{ name: 'none', day: null }];
    });
    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const [head, ...rows] = await sheetRows(bytes);
    expect(head).toEqual(['Customer', 'plan', 'Date of birth']);
    const safe = [...["'=1+1", "'+61 400", "'-2", "'@SUM(A1)", "'\t=1", "' =1", "'＝1"], ...names.slice(7)];
    expect(rows.map(([name]) => name)).toEqual([...safe, 'none']);
    expect(rows[0]?.slice(1)).toEqual([7, new Date('1943-05-14T00:00:00Z')]);
    expect(rows.at(-1)?.[2] ?? null).toBeNull();
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
    expect(sheet).not.toMatch(/<f[ >]/);
    await close();
  });

  it('is generated no faster than the caller reads it, and stops when the caller leaves [N-10]', async () => {
    let made = 0;
    let isClosed = false;
    const { address, close } = await served(async function* () {
      try {
        for (; made < 4_000; made += 1)
          yield Array.from({ length: 500 }, (_, at) => ({
            name: `${Math.random()} ${at}`.repeat(20),
            day: null,
          }));
      } finally {
        isClosed = true;
      }
    });
    const { body } = await fetch(address);
    const reader = body!.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(made).toBeLessThan(400);
    await reader.cancel();
    await expect.poll(() => isClosed, { timeout: 5_000 }).toBe(true);
    await close();
  });

  it('fails or is cut off when a batch fails or the caller is signed out meanwhile, so that no file looks whole [N-10]', async () => {
    const outcomeOf = (address: string) =>
      fetch(address)
        .then(async (answer) => (await answer.arrayBuffer(), answer.ok ? 'whole' : 'failed'))
        .catch(() => 'failed');
    const row = { name: 'x', day: null };
    const failing = await served(async function* () {
      yield [row];
      throw new Error('gone');
    });
    expect(await outcomeOf(failing.address)).toBe('failed');
    await failing.close();
    const ended = await served(
      async function* () {
        yield [row];
        yield [row];
      },
      { renew: async () => null },
    );
    expect(await outcomeOf(ended.address)).toBe('failed');
    await ended.close();
    const good = await served(async function* () {
      yield [row];
    });
    expect(await outcomeOf(good.address)).toBe('whole');
    await good.close();
  });
});
