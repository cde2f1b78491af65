import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { exportCompletionsReport, getCompletionsReport } from './operations.ts';

describe('the report of completed plans', () => {
  let test: TestServices;
  let at: ReportHouses;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
  });
  afterAll(() => test.close());

  const read = (input: Record<string, unknown> = {}) => getCompletionsReport.call(at.as('admin'), input);
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('counts plans by month, by house and by the time since the customer was added [GAP-114]', async () => {
    const { summary, data } = await read();
    expect(summary).toMatchObject({
      ...{
        completed: 3,
        external: 0,
        changed: 0,
        drafts: 1,
        days_7: 1,
        days_28: 0,
        days_90: 1,
        days_more: 1,
      },
      period: { from: '2025-12-01', to: '2026-11-30' },
    });
    const by = Object.fromEntries(summary.months.map(({ month, completed }) => [month, completed]));
    expect(by).toMatchObject({ '2026-06-01': 1, '2026-07-01': 0, '2026-08-01': 1, '2026-11-01': 1 });
    expect(data.map(({ name, completed, drafts }) => [name, completed, drafts])).toEqual([
      ['Banksia House', 2, 1],
      ['Banksia North', 1, 0],
      ['Grevillea Lodge', 0, 0],
    ]);
  });

  it('counts only what happened in the chosen months [GAP-114]', async () => {
    const { summary, data } = await read({ period_from: '2026-07-01', period_to: '2026-08-31' });
    expect(summary).toMatchObject({ completed: 1, days_90: 1, days_7: 0 });
    expect(data[0]).toMatchObject({ completed: 1 });
  });

  it('counts a change of a complete plan as a change, not as a completion [GAP-114]', async () => {
    const { db } = test.services;
    await db
      .updateTable('files')
      .set({ activated_timestamp: new Date('2026-10-05T02:00:00Z') })
      .where('user_id', '=', at.customers.gus.userId)
      .execute();
    const { summary } = await read({ provider_id: at.ward });
    expect(summary).toMatchObject({ completed: 1, changed: 1 });
    expect(summary.months.find(({ month }) => month === '2026-10-01')).toMatchObject({
      changed: 1,
      completed: 0,
    });
  });

  it('counts papers as completed and external [GAP-114, CON-16]', async () => {
    await test.services.db
      .insertInto('files')
      .values({
        ...{ user_id: at.customers.hal.userId, category: 'ACP', file_name: 'plan.pdf', is_active: true },
        ...{ is_uploaded: true, activated_timestamp: new Date('2026-11-12T02:00:00Z') },
      })
      .execute();
    const { summary } = await read({ provider_id: at.other });
    expect(summary).toMatchObject({ completed: 1, external: 1, drafts: 0, days_28: 1 });
  });

  it('has the same numbers for a provider in its row, in its months, in the file and as a part of longer periods [GAP-114]', async () => {
    await at.set(at.customers.dee, { status: 'archived' });
    const long = (await read({ period_from: '2022-01-01', provider_id: at.house, below: 'without' })).summary;
    for (const [period_from, period_to] of [
      ['2026-06-01', '2026-11-30'],
      ['2026-08-01', '2026-08-31'],
      ['2026-01-01', '2026-05-31'],
      ['2026-07-01', '2026-10-31'],
    ] as const) {
      const asked = { period_from, period_to, provider_id: at.house, below: 'without' };
      const { summary, data } = await read(asked);
      const { months, period: _, ...sums } = summary;
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject(sums);
      expect(months).toEqual(long.months.filter(({ month }) => month >= period_from && month <= period_to));
      const rows = [];
      for await (const batch of await exportCompletionsReport.call(at.as('admin'), asked))
        rows.push(...batch);
      expect(rows.reduce((sum, { completed }) => sum + completed, 0)).toBe(sums.completed);
    }
    expect(long.drafts).toBe(1);
    await at.set(at.customers.dee, { status: 'active' });
  });

  it('exports a line for each month and provider with any number [GAP-114]', async () => {
    const rows = [];
    for await (const batch of await exportCompletionsReport.call(at.as('admin'), { provider_id: at.ward }))
      rows.push(...batch);
    expect(
      rows.map(({ month, provider, completed, changed }) => [month, provider, completed, changed]),
    ).toEqual([
      ['2026-06-01', 'Banksia North', 1, 0],
      ['2026-10-01', 'Banksia North', 0, 1],
    ]);
  });

  it('opens only for platform staff [D-46, security 2, security 4]', async () => {
    for (const call of [getCompletionsReport, exportCompletionsReport]) {
      for (const who of ['head', 'ward', 'viewer', 'lost'])
        expect(await codeOf(call.call(at.as(who), { provider_id: at.house }))).toBe('forbidden');
      expect(await codeOf(call.call({ ...at.as('head'), actor: at.customers.ann.actor }, {}))).toBe(
        'forbidden',
      );
      expect(await codeOf(call.call({ ...at.as('head'), actor: { kind: 'visitor' } }, {}))).toBe(
        'unauthenticated',
      );
      expect(await codeOf(call.call(at.as('admin'), {}))).toBe('allowed');
    }
  });
});
