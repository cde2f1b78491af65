import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../testing/client.ts';
import { contextFor, person, provider, type TestPerson } from '../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../testing/start-app.ts';
import type { Actor, Role } from '../../../domain/access/actors.ts';
import { AppError } from '../../../domain/errors.ts';
import { residents } from '../../../domain/lists/list.fixture.ts';
import { listInput } from '../../../domain/lists/list-input.ts';
import { queryOf, type ListQuery } from '../../../domain/lists/query.ts';
import type { Context } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import { registerListCsv } from './list-csv.ts';
import type { Batches } from './list-file.ts';

type Row = { name: string; number: number };

const formulas = ['=1+1', '+61 400', '-2', '@SUM(A1)', '\t=1', '"quoted", with a comma', '李=1'];

describe('a list as CSV', () => {
  let app: TestApp;
  let admin: TestPerson;
  let customer: TestPerson;
  beforeAll(async () => {
    app = await startApp();
    admin = await person(app.services, { role: 'admin' });
    customer = await person(app.services, {});
  });
  afterAll(() => app.close());

  /** Starts a server with one list of generated rows, and requests it as one person. */
  async function served(
    batches: () => AsyncGenerator<Row[]>,
    who: Actor = admin.actor,
    more: Partial<Context> = {},
  ) {
    const asked: ListQuery<typeof residents>[] = [];
    const api = fastify();
    api.addHook('preHandler', async (request) => {
      request.wattle = { ...contextFor(app.services, admin.actor), actor: who, ...more };
    });
    api.setErrorHandler((error: AppError, _, reply) => reply.code(400).send({ error: error.code }));
    registerListCsv<typeof residents, Row>(api, {
      list: residents,
      operation: operation({
        name: 'exportResidents',
        kind: 'read',
        input: listInput(residents),
        access: { action: 'settings.mail', subject: nothing },
        async run({ input }): Promise<Batches<Row>> {
          asked.push(queryOf(residents, input));
          return batches();
        },
      }),
      columns: {
        name: { title: 'settings.admin.email.csvMail', cell: ({ name }) => name },
        plan: { title: 'settings.admin.email.changed', cell: (_, t) => t('common.yes') },
        created_at: { title: 'settings.admin.email.templateSubject', cell: ({ number }) => number },
      },
    });
    const address = await api.listen({ port: 0, host: '127.0.0.1' });
    return { asked, address, close: () => api.close() };
  }
  const path = '/api/lists/residents.csv';

  it('has a line for each row, and no cell that a spreadsheet executes [security 25]', async () => {
    const rows = formulas.map((name, number) => ({ name, number }));
    const { address, asked, close } = await served(async function* () {
      yield rows;
    });
    const answer = await fetch(`${address}${path}?search=ann&plan=draft&sort=name_asc&page=7&plan2=x`);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="residents.csv"');
    const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    expect(text).toBe(
      [
        '\uFEFFEmail,Changed,Subject',
        "'=1+1,Yes,0",
        "'+61 400,Yes,1",
        "'-2,Yes,2",
        "'@SUM(A1),Yes,3",
        "'\t=1,Yes,4",
        '"""quoted"", with a comma",Yes,5',
        '李=1,Yes,6',
        '',
      ].join('\r\n'),
    );
    expect(asked[0]?.filters).toMatchObject({ search: 'ann', plan: 'draft' });
    expect(asked[0]?.sort).toEqual({ by: 'name', direction: 'asc' });
    await close();
  });

  it('is refused without access to the list, before anything is read [security 1]', async () => {
    for (const [who, code] of [
      [customer.actor, 'forbidden'],
      [{ kind: 'visitor' } as Actor, 'unauthenticated'],
    ] as const) {
      const { address, asked, close } = await served(async function* () {}, who);
      const answer = await fetch(address + path);
      expect(await answer.json()).toEqual({ error: code });
      expect(asked).toEqual([]);
      await close();
    }
  });

  it('is generated no faster than the caller reads it', async () => {
    let made = 0;
    const row = { name: 'x'.repeat(1_000), number: 1 };
    const { address, close } = await served(async function* () {
      for (; made < 400; made += 1) yield Array.from({ length: 500 }, () => row);
    });
    const { body } = await fetch(address + path);
    const reader = body!.getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    // 200 MB in all; the buffers between the two ends hold a part of it.
    expect(made).toBeLessThan(100);
    await reader.cancel();
    await close();
  });

  it("ends when the person's session ends during the download", async () => {
    let living = true;
    const renew = async () => (living ? contextFor(app.services, admin.actor) : null);
    const { address, close } = await served(
      async function* () {
        yield [{ name: 'first', number: 1 }];
        living = false;
        yield [{ name: 'second', number: 2 }];
      },
      admin.actor,
      { renew },
    );
    const answer = await fetch(address + path);
    await expect(answer.text()).rejects.toThrow();
    await close();
  });

  it('of staff contains those visible to the caller, and no formula [PUSER-02, security 4, security 25]', async () => {
    const { services } = app;
    const [house, lodge] = [await provider(services, 'Banksia House'), await provider(services, 'The Lodge')];
    const staff = (providerId: string, firstName: string, role: Role = 'provideradmin') =>
      person(services, { role, providerId, firstName, lastName: '=HYPERLINK("x")' });
    const head = await staff(house, '+Ann');
    const nurse = await staff(house, '@Bo', 'providerview');
    await staff(lodge, 'Cho');
    await services.db.updateTable('users').set({ role: 'nurse' }).where('id', '=', nurse.userId).execute();
    const read = async (who: TestPerson | null, query = '') => {
      const client = new TestClient(app.url);
      if (who) await client.signIn(who.email, who.password);
      const answer = await client.fetch(`/api/lists/staff.csv?${query}`);
      return [answer.status, await answer.text()] as const;
    };
    expect((await read(null))[0]).toBe(401);
    expect((await read(customer))[0]).toBe(403);
    const [status, text] = await read(head, 'sort=name_asc');
    expect(status).toBe(200);
    const [titles, ...lines] = text.trimEnd().split('\r\n');
    expect(titles).toBe('Name,Email,Phone,Provider,Job,Permission role,Second step,Status,Invited');
    expect(lines).toHaveLength(2);
    expect(lines.every((line) => /^"?'[+@]/.test(line))).toBe(true);
    expect(lines.find((line) => line.includes('@Bo'))).toContain(
      `${nurse.email},,Banksia House,Nurse,User / view,Not set up,Active`,
    );
    expect((await read(head, `provider_id=${lodge}`))[1]).not.toContain('Cho');
    expect((await read(nurse, 'search=cho'))[1]).not.toContain('Cho');
    expect((await read(admin, 'search=cho'))[1]).toContain('The Lodge');
  });

  it('of the mails is only for administrators, in their language [SET-03, security 1]', async () => {
    const read = async (who: TestPerson | null) => {
      const client = new TestClient(app.url);
      if (who) await client.signIn(who.email, who.password);
      const answer = await client.fetch('/api/lists/mail-templates.csv?search=welcome');
      return [answer.status, await answer.text()] as const;
    };
    expect((await read(null))[0]).toBe(401);
    expect((await read(customer))[0]).toBe(403);
    const [status, text] = await read(admin);
    expect(status).toBe(200);
    const [titles, first] = text.split('\r\n');
    expect(titles).toBe('Email,Changed,Subject,Text');
    expect(first).toMatch(/^Welcome.*,No,Welcome/);
  });
});
