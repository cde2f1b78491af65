import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestClient } from '../../../../../../testing/client.ts';
import {
  password,
  person,
  provider,
  fullAnswers,
  type TestPerson,
} from '../../../../../../testing/people.ts';
import { startApp, type TestApp } from '../../../../../../testing/start-app.ts';
import { sheetRows } from '../../../../http/lists/xlsx.fixture.ts';

const head = [
  ...[
    'Customer',
    'Email',
    'Date of birth',
    'Customer ID',
    'Room',
    'Provider',
    'Plan',
    'Signed',
    'Plan version',
  ],
  ...[
    'Decision maker',
    'Decision maker agreed',
    'Look at it again',
    'Last conversation on',
    'Last conversation',
    'Updated',
    'Status',
    'Invited',
  ],
];

describe('the exported list of customers', () => {
  let app: TestApp;
  let [house, other] = ['', ''];
  let ann: TestPerson;
  const staff: Record<string, TestClient> = {};

  beforeAll(async () => {
    app = await startApp();
    const { services } = app;
    [house, other] = [await provider(services, 'Banksia House'), await provider(services, 'Grevillea Lodge')];
    const contact = (name: string, accepted: boolean, substitutedDecisionMaker = true) => ({
      ...{ name, email: `${name.toLowerCase().slice(0, 2)}@test.example`, phone: '0491 570 156' },
      ...{ relationship: 'Son', accepted, substitutedDecisionMaker },
    });
    ann = await person(services, {
      ...{ providerId: house, firstName: 'Ann', lastName: 'Wong', email: 'ann@test.example' },
      plan: { status: 'complete', answers: fullAnswers() },
      contacts: [contact('Zoe Wong', true), contact('Al Wong', false), contact('Neighbour', true, false)],
    });
    await services.db
      .updateTable('users')
      .set({
        customer_id: '=1+1',
        room: '-2B',
        dob: '1943-05-14',
        created_at: new Date('2026-10-01T00:00:00Z'),
      })
      .where('id', '=', ann.userId)
      .execute();
    await services.db
      .updateTable('acps')
      .set({ completed_at: new Date('2026-10-30T20:00:00Z'), plan_version: 3 })
      .where('user_id', '=', ann.userId)
      .execute();
    const said = { user_id: ann.userId, provider_id: house, recorded_at: new Date() };
    await services.db
      .insertInto('conversations')
      .values([
        { ...said, outcome: 'not_now', held_on: '2026-10-20' },
        { ...said, outcome: 'offered', held_on: '2026-10-02' },
      ])
      .execute();
    await services.db
      .insertInto('conversations')
      .values({
        ...{ ...said, outcome: 'declined', held_on: '2026-10-22' },
        ...{ answer: 'not_right', answered_at: new Date() },
      })
      .execute();
    await person(services, {
      providerId: other,
      firstName: 'Eve',
      lastName: 'Else',
      email: 'eve@test.example',
    });
    for (const [name, role, providerId] of [
      ['head', 'provideradmin', house],
      ['reader', 'providerview', house],
      ['other', 'provideradmin', other],
    ] as const) {
      const { email } = await person(services, { role, providerId });
      staff[name] = new TestClient(app.url);
      await staff[name].signIn(email, password);
    }
  });
  afterAll(() => app.close());

  const csv = async (who: string) =>
    (await (await staff[who]!.fetch('/api/lists/customers.csv')).text()).replace('\uFEFF', '').split('\r\n');
  const xlsx = async (who: string) => {
    const answer = await staff[who]!.fetch('/api/lists/customers.xlsx?sort=name_asc');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="customers.xlsx"');
    return sheetRows(new Uint8Array(await answer.arrayBuffer()));
  };

  it('has every column that staff may see, with formulas as text [N-07, N-10, N-09, security 25]', async () => {
    const [first, line, end] = await csv('head');
    expect(first).toBe(head.join(','));
    expect(line?.split(',').slice(0, 11)).toEqual([
      ...['Ann Wong', 'ann@test.example', '1943-05-14', "'=1+1", "'-2B", 'Banksia House', 'Complete'],
      ...['2026-10-31', '3', 'Zoe Wong; Al Wong', 'Agreed; Not agreed yet'],
    ]);
    expect(line?.split(',').slice(12, 14)).toEqual(['2026-10-20', 'Not now']);
    expect(end).toBe('');
  });

  it('is the same as an Excel file, with dates as dates and numbers as numbers [N-10, security 25]', async () => {
    const [first, line, ...rest] = await xlsx('head');
    expect(first).toEqual(head);
    expect(line).toMatchObject({
      ...{ 0: 'Ann Wong', 1: 'ann@test.example', 3: "'=1+1", 4: "'-2B", 5: 'Banksia House', 6: 'Complete' },
      ...{ 2: new Date('1943-05-14T00:00:00Z'), 7: new Date('2026-10-31T00:00:00Z'), 8: 3 },
      ...{ 9: 'Zoe Wong; Al Wong', 10: 'Agreed; Not agreed yet', 16: new Date('2026-10-01T00:00:00Z') },
      ...{ 11: expect.any(Date), 12: new Date('2026-10-20T00:00:00Z'), 13: 'Not now' },
    });
    expect(rest).toEqual([]);
  });

  it('has only customers of the own providers, in both formats, for readers too [N-10, security 4, security 5]', async () => {
    for (const [who, name] of [
      ['reader', 'Ann Wong'],
      ['other', 'Eve Else'],
    ] as const) {
      expect((await csv(who)).slice(1, -1).map((line) => line.split(',')[0])).toEqual([name]);
      expect((await xlsx(who)).slice(1).map(([first]) => first)).toEqual([name]);
    }
  });

  it('is refused to visitors and customers in both formats, and not recorded as an export [N-10, security 4]', async () => {
    const own = new TestClient(app.url);
    await own.signIn(ann.email, password);
    const { db } = app.services;
    const exports = () =>
      db
        .selectFrom('audit_log')
        .select('action')
        .where('action', '=', 'exportCustomers')
        .where('actor_id', '=', ann.userId)
        .execute();
    for (const format of ['csv', 'xlsx']) {
      const path = `/api/lists/customers.${format}`;
      expect((await new TestClient(app.url).fetch(path)).status).toBe(401);
      expect((await own.fetch(path)).status).toBe(403);
    }
    expect(await exports()).toEqual([]);
  });

  it('reads decision makers and plans by two statements for a batch, however many customers it has [N-10]', async () => {
    const { db } = app.services;
    for (let at = 0; at < 12; at += 1) await person(app.services, { providerId: other });
    const { withExportFacts } = await import('./export-facts.ts');
    const ids = await db.selectFrom('users').select('id').where('provider_id', '=', other).execute();
    let statements = 0;
    const counted = db.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect((await withExportFacts(counted, ids as never)).length).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(10);
    expect(statements).toBe(2);
  });
});
