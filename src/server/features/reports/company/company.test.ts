import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { exportCompanyReport, getCompanyReport } from './operations.ts';

describe('the company report', () => {
  let test: TestServices;
  let at: ReportHouses;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
  });
  afterAll(() => test.close());

  const read = (who: string, input: Record<string, unknown> = {}) => getCompanyReport.call(at.as(who), input);
  const names = async (who: string, input: Record<string, unknown> = {}) =>
    (await read(who, input)).data.map(({ name }) => name);
  const exported = async (context: ReturnType<ReportHouses['as']>, input: Record<string, unknown> = {}) => {
    const rows = [];
    for await (const batch of await exportCompanyReport.call(context, input)) rows.push(...batch);
    return rows;
  };
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('answers how many customers have a complete plan, now and three months ago [GAP-114]', async () => {
    const { summary } = await read('head');
    expect(summary).toMatchObject({ customers: 7, complete: 3, names_shown: true });
    expect(summary.before).toEqual({ month: '2026-08-31', customers: 7, complete: 2 });
    expect(summary.months).toHaveLength(12);
    expect(summary.months.at(-1)).toEqual({ month: '2026-11-01', customers: 7, complete: 3 });
    expect(summary.months.find(({ month }) => month === '2026-06-01')).toMatchObject({
      customers: 7,
      complete: 1,
    });
    expect(summary.months.find(({ month }) => month === '2026-05-01')).toMatchObject({
      customers: 0,
      complete: 0,
    });
  });

  it('shows each provider with its own customers, plans and users [GAP-114]', async () => {
    const { data, count } = await read('head');
    expect(count).toBe(2);
    expect(data[0]).toMatchObject({
      ...{ name: 'Banksia House', customers: 6, invited: 1, active: 5, suspended: 0, complete: 2, drafts: 1 },
      ...{ users: 2, above: null, payment_plan: null, trial_end: null },
    });
    expect(data[1]).toMatchObject({
      name: 'Banksia North',
      above: 'Banksia House',
      customers: 1,
      complete: 1,
    });
  });

  it('is of one provider with all below or without them, as the filters say [GAP-114]', async () => {
    expect(await names('admin')).toEqual(['Banksia House', 'Banksia North', 'Grevillea Lodge']);
    expect(await names('admin', { provider_id: at.house })).toEqual(['Banksia House', 'Banksia North']);
    expect(await names('admin', { provider_id: at.house, below: 'without' })).toEqual(['Banksia House']);
    expect((await read('admin', { provider_id: at.house, below: 'without' })).summary).toMatchObject({
      customers: 6,
    });
    expect((await read('head', { below: 'without' })).summary).toMatchObject({ customers: 6, complete: 2 });
    expect((await read('admin')).summary).toMatchObject({ customers: 8, complete: 3 });
  });

  it('shows the months of the chosen days [GAP-114]', async () => {
    const { summary } = await read('head', { period_from: '2026-05-20', period_to: '2026-07-02' });
    expect(summary.period).toEqual({ from: '2026-05-01', to: '2026-07-31' });
    expect(summary.months.map(({ month }) => month)).toEqual(['2026-05-01', '2026-06-01', '2026-07-01']);
  });

  it('has nothing of other providers, by id, in the rows, the sentence and the file [security 4, D-46]', async () => {
    for (const [who, provider_id] of [
      ['ward', at.house],
      ['ward', at.other],
      ['head', at.other],
      ['other', at.ward],
    ] as const) {
      const report = await read(who, { provider_id });
      expect([report.count, report.data]).toEqual([0, []]);
      expect(report.summary).toMatchObject({ customers: 0, complete: 0 });
      expect(report.summary.months.every(({ customers }) => customers === 0)).toBe(true);
      expect(await exported(at.as(who), { provider_id })).toEqual([]);
    }
    expect(await names('ward')).toEqual(['Banksia North']);
    expect((await read('ward')).data[0]!.above).toBeNull();
    expect((await read('lost')).summary).toMatchObject({ customers: 0 });
    expect(await names('lost')).toEqual([]);
  });

  it('leaves out an archived house for its staff, and keeps it for the platform [GAP-96]', async () => {
    const archive = (archived: boolean) =>
      test.services.db.updateTable('providers').set({ archived }).where('id', '=', at.ward).execute();
    await archive(true);
    expect(await names('head')).toEqual(['Banksia House']);
    expect((await read('head')).summary).toMatchObject({ customers: 6, complete: 2 });
    expect((await read('admin')).data[1]).toMatchObject({ name: 'Banksia North', archived: true });
    await archive(false);
  });

  it('hides numbers under five, and numbers that would reveal them, from staff who may not see customers by name [D-52, D-46]', async () => {
    const context = at.as('head', { can_manage_all: true });
    const report = await getCompanyReport.call(context, {});
    expect(report.summary).toMatchObject({ customers: 7, complete: 'small', names_shown: false });
    expect(report.summary.before).toMatchObject({ customers: 7, complete: 'small' });
    expect(report.data[0]).toMatchObject({
      ...{
        customers: 6,
        invited: 'small',
        active: 5,
        suspended: 'small',
        complete: 'small',
        drafts: 'small',
      },
    });
    expect(report.data[1]).toMatchObject({ customers: 'small', complete: 'small', active: 'small' });
    expect((await exported(context))[1]).toMatchObject({ customers: 'small', complete: 'small' });
  });

  it('opens only for platform staff and provider administrators with can_manage_all [D-46, security 2]', async () => {
    for (const call of [getCompanyReport, exportCompanyReport]) {
      expect(
        await codeOf(call.call(at.as('head', { can_manage_acp: true, can_manage_user: true }), {})),
      ).toBe('forbidden');
      expect(await codeOf(call.call(at.as('viewer'), {}))).toBe('forbidden');
      expect(await codeOf(call.call({ ...at.as('head'), actor: at.customers.ann.actor }, {}))).toBe(
        'forbidden',
      );
      expect(await codeOf(call.call({ ...at.as('head'), actor: { kind: 'visitor' } }, {}))).toBe(
        'unauthenticated',
      );
      expect(await codeOf(call.call(at.as('tlc'), {}))).toBe('allowed');
    }
  });

  it('exports what the page shows, and records who exported it [GAP-114]', async () => {
    const rows = await exported(at.as('head'));
    expect(rows).toMatchObject((await read('head')).data);
    const entry = await test.services.db
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'exportCompanyReport')
      .orderBy('seq', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ actor_id: at.staff['head']!.userId, details: { provider_id: null } });
  });
});
