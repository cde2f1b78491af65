import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { exportCustomersReport, getCustomersReport } from './operations.ts';

describe('the report of customers', () => {
  let test: TestServices;
  let at: ReportHouses;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
    await at.set(at.customers.eli, { status: 'archived' });
    await at.set(at.customers.gus, { for_my_self: false });
  });
  afterAll(() => test.close());

  const read = (input: Record<string, unknown> = {}) => getCustomersReport.call(at.as('admin'), input);
  const names = async (input: Record<string, unknown> = {}) =>
    (await read(input)).data.map(({ first_name }) => first_name);
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('counts customers by the state of their account, and lists those who are not archived [GAP-114]', async () => {
    const { summary, count, isExact } = await read();
    expect(summary).toEqual({
      ...{ customers: 8, invited: 1, active: 6, suspended: 0, archived: 1 },
      ...{ from: null, to: null },
    });
    expect([count, isExact]).toEqual([7, true]);
    expect(await names({ status: 'archived' })).toEqual(['Eli']);
    expect(await names({ status: 'invited' })).toEqual(['Flo']);
  });

  it('has the dates of the account and the plan, the signature only of a complete one [GAP-114, D-05]', async () => {
    const rows = (await read()).data;
    const of = (name: string) => rows.find(({ first_name }) => first_name === name);
    expect(of('Gus')).toMatchObject({
      ...{ plan: 'complete', added_on: '2026-06-01', signed_on: '2026-06-03', on_behalf: true },
      provider: 'Banksia North',
    });
    expect(of('Cho')).toMatchObject({ plan: 'draft', signed_on: null, changed_on: null, on_behalf: false });
  });

  it('is of the customers who were added in the chosen months, at the chosen providers [GAP-114]', async () => {
    expect(await names({ period_from: '2026-10-10', period_to: '2026-11-15' })).toEqual(['Hal']);
    expect((await read({ period_from: '2026-10-10' })).summary).toMatchObject({
      customers: 1,
      from: '2026-10-01',
    });
    expect((await read({ period_to: '2026-06-15' })).summary).toMatchObject({
      customers: 7,
      to: '2026-06-30',
    });
    expect(await names({ provider_id: at.ward })).toEqual(['Gus']);
    expect((await names({ provider_id: at.house })).length).toBe(6);
    expect((await names({ provider_id: at.house, below: 'without' })).length).toBe(5);
  });

  it('exports what the page lists, without anything of an answer [GAP-120]', async () => {
    const rows = [];
    for await (const batch of await exportCustomersReport.call(at.as('admin'), {})) rows.push(...batch);
    expect(rows).toEqual((await read()).data);
    expect(Object.keys(rows[0]!).toSorted()).toEqual([
      ...['accepted_on', 'added_on', 'changed_on', 'customer_id', 'email', 'first_name', 'id', 'last_name'],
      ...['on_behalf', 'plan', 'provider', 'room', 'signed_on', 'status'],
    ]);
  });

  it('opens only for platform staff [D-46, security 2, security 4]', async () => {
    for (const call of [getCustomersReport, exportCustomersReport]) {
      for (const who of ['head', 'ward', 'viewer', 'lost'])
        expect(await codeOf(call.call(at.as(who), { provider_id: at.house }))).toBe('forbidden');
      expect(await codeOf(call.call({ ...at.as('head'), actor: at.customers.ann.actor }, {}))).toBe(
        'forbidden',
      );
      expect(await codeOf(call.call({ ...at.as('head'), actor: { kind: 'visitor' } }, {}))).toBe(
        'unauthenticated',
      );
      expect(await codeOf(call.call(at.as('tlc'), {}))).toBe('allowed');
    }
  });
});
