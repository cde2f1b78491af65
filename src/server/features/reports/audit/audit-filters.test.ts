import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullAnswers, person, type TestPerson } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { planActions, planEventOf, planEvents } from '../../../../domain/reports/audit-events.ts';
import { lockCustomer } from '../../customers/page/plan/plan-operations.ts';
import { openCustomerPlan } from '../../customers/page/reading/reading-operations.ts';
import { reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { nameEntries } from '../rollup/fill.ts';
import { exportAuditReport, getAuditReport } from './operations.ts';

describe('the filters of the audit report by person and event', () => {
  let test: TestServices;
  let at: ReportHouses;
  let elsewhere: TestPerson;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
    for (const [who, last_name] of [
      ['head', 'Headly'],
      ['ward', 'Wardle'],
      ['admin', 'Platts'],
    ] as const)
      await at.set(at.staff[who]!, { first_name: 'Mia', last_name });
    await openCustomerPlan.call(at.as('head'), { id: at.customers.ann.userId });
    await openCustomerPlan.call(at.as('admin'), { id: at.customers.ann.userId });
    await openCustomerPlan.call(at.as('ward'), { id: at.customers.gus.userId });
    const plan = { status: 'complete', answers: fullAnswers() } as const;
    elsewhere = await person(test.services, { providerId: at.other, firstName: 'Ivy', plan });
    for (const { userId } of [at.customers.bob, elsewhere]) {
      const { version } = await test.services.db
        .selectFrom('acps')
        .select('version')
        .where('user_id', '=', userId)
        .where('type', '=', 'active')
        .executeTakeFirstOrThrow();
      await lockCustomer.call(at.as('admin'), { id: userId, locked: true, version });
    }
  });
  afterAll(() => test.close());

  const days = { period_from: '2026-11-20', period_to: '2026-11-20' };
  const read = (who: string, input: Record<string, unknown>) =>
    getAuditReport.call(at.as(who), { ...days, ...input });
  const linesOf = (rows: readonly { event: string; customer: string | null; person: string | null }[]) =>
    rows.map(({ event, customer, person: by }) => `${event} ${customer ?? ''} by ${by ?? ''}`).toSorted();
  /** Lines of the page; fails if the file has others, or if the counts differ. */
  async function lines(who: string, input: Record<string, unknown>): Promise<string[]> {
    const { data, count, summary } = await read(who, input);
    const rows = [];
    for await (const batch of await exportAuditReport.call(at.as(who), { ...days, ...input }))
      rows.push(...batch);
    expect(linesOf(rows)).toEqual(linesOf(data));
    expect([count, summary.entries]).toEqual([data.length, data.length]);
    return linesOf(data);
  }
  const id = (name: keyof ReportHouses['customers']) => at.customers[name].userId;
  const staff = (name: string) => at.staff[name]!.userId;

  it('limit rows, numbers and file to one customer, one person and one event, alone and together [GAP-114]', async () => {
    expect(await lines('admin', { user_id: id('ann') })).toEqual([
      'planOpened Ann Doyle by Mia Headly',
      'planOpened Ann Doyle by Mia Platts',
    ]);
    expect(await lines('admin', { actor_id: staff('admin') })).toEqual([
      'planLocked Bob Doyle by Mia Platts',
      'planLocked Ivy Doyle by Mia Platts',
      'planOpened Ann Doyle by Mia Platts',
    ]);
    expect(await lines('admin', { event: 'planLocked' })).toEqual([
      'planLocked Bob Doyle by Mia Platts',
      'planLocked Ivy Doyle by Mia Platts',
    ]);
    expect(await lines('head', { event: 'planLocked' })).toEqual(['planLocked Bob Doyle by Mia Platts']);
    expect(
      await lines('admin', { event: 'planOpened', actor_id: staff('admin'), user_id: id('ann') }),
    ).toEqual(['planOpened Ann Doyle by Mia Platts']);
    expect(await lines('admin', { event: 'planLocked', user_id: id('ann') })).toEqual([]);
    expect(await lines('head', { event: 'planOpened' })).toHaveLength(3);
    expect(await lines('ward', { event: 'planOpened' })).toEqual(['planOpened Gus Doyle by Mia Wardle']);
  });

  it('find nothing of a customer of another provider, by id, in rows, numbers, names and file [security 4, D-46]', async () => {
    for (const [who, user_id] of [
      ['ward', id('ann')],
      ['head', elsewhere.userId],
      ['other', id('ann')],
      ['lost', id('ann')],
    ] as const) {
      expect(await lines(who, { user_id })).toEqual([]);
      const { summary } = await read(who, { user_id });
      expect([who, summary.plans, summary.people, summary.customer]).toEqual([who, 0, 0, null]);
    }
    expect((await read('head', { user_id: id('ann') })).summary.customer).toBe('Ann Doyle');
  });

  it('find only the entries about own customers for a person of another provider, and the name only if there are any [security 4, D-46]', async () => {
    expect(await lines('head', { actor_id: staff('admin') })).toEqual([
      'planLocked Bob Doyle by Mia Platts',
      'planOpened Ann Doyle by Mia Platts',
    ]);
    expect(await lines('ward', { actor_id: staff('head') })).toEqual([]);
    expect(await lines('other', { actor_id: staff('head') })).toEqual([]);
    const nameFor = async (who: string, actor_id: string) => (await read(who, { actor_id })).summary.person;
    expect(await nameFor('head', staff('admin'))).toBe('Mia Platts');
    expect(await nameFor('head', staff('ward'))).toBe('Mia Wardle');
    expect(await nameFor('ward', staff('head'))).toBeNull();
    expect(await nameFor('other', staff('head'))).toBeNull();
    expect(await nameFor('ward', staff('admin'))).toBeNull();
    expect(await nameFor('lost', staff('head'))).toBeNull();
    const { userId } = await person(test.services, { role: 'provideradmin', providerId: at.other });
    expect(await nameFor('head', userId)).toBeNull();
  });

  it('refuse an event that the report does not contain, and an invalid id [GAP-114]', async () => {
    for (const input of [{ event: 'signIn' }, { event: '' }, { user_id: 'ann' }, { actor_id: '1 or true' }])
      await expect(read('admin', input)).rejects.toMatchObject({ code: 'invalid' });
    const all = { event: 'all', user_id: 'all', actor_id: 'all' };
    expect((await read('admin', all)).count).toBe((await read('admin', {})).count);
  });

  it('record the filters of a file in the audit trail, by id [GAP-114, D-17]', async () => {
    await exportAuditReport.call(at.as('admin'), {
      ...{ ...days, user_id: id('ann'), actor_id: staff('head'), event: 'planOpened' },
    });
    const { details } = await test.services.db
      .selectFrom('audit_log')
      .select('details')
      .where('action', '=', 'exportAuditReport')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(details).toMatchObject({ user_id: id('ann'), actor_id: staff('head'), event: 'planOpened' });
  });

  it('have the event in the database that the domain gives an entry, for each operation and its details [GAP-114]', async () => {
    const details = [
      ...[
        {},
        { status: 'complete' },
        { status: 'draft', revision: true },
        { status: 'complete', revision: true },
      ],
      ...[{ locked: true }, { locked: false }, { external: true }, { external: false }],
      ...[{ locked: true, external: false }, { step: 'send' }, { step: 'withdraw' }],
      { plan: true, handover: id('bob') },
      { plan: true, table: true },
    ];
    for (const action of planActions)
      for (const each of details) {
        const { rows } = await sql<{ event: string | null }>`
          select plan_entry_event(${action}, ${JSON.stringify(each)}::jsonb) as event`.execute(
          test.services.db,
        );
        expect([action, each, rows[0]!.event]).toEqual([action, each, planEventOf(action, each)]);
        expect(planEvents).toContain(rows[0]!.event);
      }
  });

  it('find entries from before the events were stored, first by the trail and later by the stored event [GAP-114]', async () => {
    const { db } = test.services;
    const asked = [{ event: 'planOpened' }, { event: 'planLocked', user_id: id('bob') }];
    const before = await Promise.all(asked.map((input) => lines('head', input)));
    const stored = () => db.selectFrom('plan_entries').select(['id', 'event']).orderBy('id').execute();
    const events = await stored();
    await db.updateTable('plan_entries').set({ event: null }).execute();
    expect(await Promise.all(asked.map((input) => lines('head', input)))).toEqual(before);
    const both = await Promise.all([nameEntries(db), nameEntries(db)]);
    expect(both).toEqual([true, true]);
    expect(await stored()).toEqual(events);
    expect(await Promise.all(asked.map((input) => lines('head', input)))).toEqual(before);
  });
});
