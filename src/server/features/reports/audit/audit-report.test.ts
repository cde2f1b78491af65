import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { planActions, planEventOf } from '../../../../domain/reports/audit-events.ts';
import { operations } from '../../../features.ts';
import { openCustomerPlan } from '../../customers/page/reading/reading-operations.ts';
import { lockCustomer, updateACP } from '../../customers/page/plan/plan-operations.ts';
import { now, reportHouses, type ReportHouses } from '../reports.fixture.ts';
import { checkTrail } from './check-trail.ts';
import { exportAuditReport, getAuditReport } from './operations.ts';

describe('the audit report of plans', () => {
  let test: TestServices;
  let at: ReportHouses;

  beforeAll(async () => {
    test = await startServices();
    at = await reportHouses(test);
    await openCustomerPlan.call(at.as('head'), { id: at.customers.ann.userId });
    await openCustomerPlan.call(at.as('ward'), { id: at.customers.gus.userId });
    const { version } = await test.services.db
      .selectFrom('acps')
      .select('version')
      .where('user_id', '=', at.customers.bob.userId)
      .where('type', '=', 'active')
      .executeTakeFirstOrThrow();
    await lockCustomer.call(at.as('admin'), { id: at.customers.bob.userId, locked: true, version });
  });
  afterAll(() => test.close());

  const days = { period_from: '2026-11-20', period_to: '2026-11-20' };
  const read = (who: string, input: Record<string, unknown> = {}) =>
    getAuditReport.call(at.as(who), { ...days, ...input });
  const lines = async (who: string, input: Record<string, unknown> = {}) =>
    (await read(who, input)).data.map(
      ({ event, customer, person }) => `${event} ${customer ?? ''} by ${person ?? ''}`,
    );
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'allowed',
      (error: { code: string }) => error.code,
    );

  it('says who opened or changed which plan, and when, newest first [GAP-114, D-17]', async () => {
    expect((await lines('admin')).toSorted()).toEqual([
      'planLocked Bob Doyle by Margaret Doyle',
      'planOpened Ann Doyle by Margaret Doyle',
      'planOpened Gus Doyle by Margaret Doyle',
    ]);
    const { summary, data } = await read('admin', { provider_id: at.house });
    expect(summary).toMatchObject({ entries: 3, plans: 3, people: 3, more: false });
    expect(data.find(({ customer }) => customer === 'Ann Doyle')).toMatchObject({
      ...{
        by: 'staff',
        role: 'provideradmin',
        organisation: 'Banksia House',
        plan_version: 1,
        acting: false,
      },
    });
    const all = (await getAuditReport.call(at.as('admin'), { period_from: '2026-06-01' })).data;
    const owners = all.filter(({ by }) => by === 'owner');
    expect(owners.map(({ event }) => event)).toContain('planSaved');
    expect(all.map((row) => row.at.getTime())).toEqual(
      all.map((row) => row.at.getTime()).toSorted((a, b) => b - a),
    );
  });

  it('is of the last thirty days if no days are chosen [GAP-114]', async () => {
    const { summary } = await getAuditReport.call(at.as('admin'), {});
    expect(summary.period).toEqual({ from: '2026-10-21', to: '2026-11-20' });
  });

  it('has nothing of other providers, by id, in the rows, the counts and the file [security 4, D-46]', async () => {
    for (const [who, provider_id] of [
      ['ward', at.house],
      ['ward', at.other],
      ['head', at.other],
      ['other', at.house],
    ] as const) {
      const report = await getAuditReport.call(at.as(who), { provider_id, period_from: '2026-01-01' });
      expect([report.count, report.data, report.summary.entries, report.summary.plans]).toEqual([
        0,
        [],
        0,
        0,
      ]);
      const rows = [];
      for await (const batch of await exportAuditReport.call(at.as(who), { provider_id }))
        rows.push(...batch);
      expect(rows).toEqual([]);
    }
    expect(await lines('ward')).toEqual(['planOpened Gus Doyle by Margaret Doyle']);
    expect(await lines('lost')).toEqual([]);
  });

  it('follows a customer who moves to another house, and ends with the customer [GAP-114, D-63]', async () => {
    await at.set(at.customers.gus, { provider_id: at.other });
    expect(await lines('ward')).toEqual([]);
    expect((await lines('other')).toSorted()).toContain('planOpened Gus Doyle by Margaret Doyle');
    await at.set(at.customers.gus, { provider_id: at.ward });
    expect(await lines('ward')).toEqual(['planOpened Gus Doyle by Margaret Doyle']);
  });

  it('opens only for platform staff and provider administrators with can_manage_acp [D-46, security 2]', async () => {
    for (const call of [getAuditReport, exportAuditReport]) {
      expect(
        await codeOf(call.call(at.as('head', { can_manage_all: true, can_manage_user: true }), {})),
      ).toBe('forbidden');
      expect(await codeOf(call.call(at.as('viewer'), {}))).toBe('forbidden');
      expect(await codeOf(call.call({ ...at.as('head'), actor: at.customers.ann.actor }, {}))).toBe(
        'forbidden',
      );
      expect(await codeOf(call.call({ ...at.as('head'), actor: { kind: 'visitor' } }, {}))).toBe(
        'unauthenticated',
      );
      expect(await codeOf(call.call(at.as('head', { can_manage_acp: true }), {}))).toBe('allowed');
    }
  });

  it('has no answer, number or PIN in any row or file [GAP-120]', async () => {
    const rows = [];
    for await (const batch of await exportAuditReport.call(at.as('admin'), { period_from: '2026-01-01' }))
      rows.push(...batch);
    expect(rows.length).toBeGreaterThan(5);
    expect(Object.keys(rows[0]!).toSorted()).toEqual([
      ...['acting', 'at', 'beside', 'by', 'customer', 'customer_id', 'customer_user_id', 'entry', 'event'],
      ...['id', 'organisation', 'person', 'place', 'plan_version', 'role'],
    ]);
  });

  it('says whether the whole trail fits together, by the last check [D-17, GAP-114]', async () => {
    expect((await read('head')).summary.check).toBeNull();
    const lines: string[] = [];
    await checkTrail(test.services, (line) => void lines.push(line));
    const { n } = (
      await sql<{ n: number }>`select count(*)::int as n from audit_log`.execute(test.services.db)
    ).rows[0]!;
    expect((await read('head')).summary.check).toMatchObject({
      entries: n,
      broken_chains: 0,
      first_entry: null,
    });
    expect(lines).toEqual([]);
    await sql`alter table audit_log disable trigger audit_log_no_change`.execute(test.services.db);
    await sql`update audit_log set details = '{"locked": false}' where action = 'lockCustomer'`.execute(
      test.services.db,
    );
    await sql`alter table audit_log enable trigger audit_log_no_change`.execute(test.services.db);
    await checkTrail(test.services, (line) => void lines.push(line));
    expect((await read('head')).summary.check).toMatchObject({ broken_chains: 1 });
    expect(lines).toHaveLength(1);
  });

  it('has an event for each operation that the database selects, and for no other [GAP-114]', async () => {
    const { rows } = await sql<{ source: string }>`
      select prosrc as source from pg_proc where proname = 'is_plan_entry'`.execute(test.services.db);
    const selected = [...(rows[0]!.source.split('array')[1] ?? '').matchAll(/'(\w+)'/g)].map(
      (found) => found[1]!,
    );
    expect(selected.toSorted()).toEqual([...planActions].toSorted());
    for (const action of planActions) expect(planEventOf(action, {})).not.toBeNull();
    expect(planEventOf('signIn', {})).toBeNull();
    expect(planEventOf('constructor', {})).toBeNull();
  });

  it('has each operation that opens or changes a plan, a card or a file, except those before and beside it [GAP-114, D-17]', () => {
    const ofPlans =
      /^(plan|card|files|contacts?|earlierFiles|emergency)\.|^customer\.(readPlan|changePlan)$|^account\.enterCustomer$/;
    const missing = operations
      .filter(({ kind, action }) => kind !== 'read' && ofPlans.test(action))
      .map(({ name }) => name)
      .filter((name) => !planActions.includes(name));
    const begunUploads = [
      'addEndOfLifeDocument',
      'beginPhotographs',
      'cancelUpload',
      'changePhotographs',
      'insertFile',
    ];
    const detailsOfContacts = [
      ...['addTrustedContact', 'askSharedLink', 'declineContactRequest', 'dismissContactSuggestion'],
      ...['remindTrustedContact', 'suggestTrustedContact', 'updateShareDate', 'updateTrustedContact'],
      'updateTrustedContactEmergency',
    ];
    const staysInHospital = ['markBack', 'markLookedAgain', 'setHospitalNews'];
    const filesOfNoPlan = ['deleteEarlierFile', 'relinkEarlierFile'];
    expect(missing.toSorted()).toEqual(
      [...begunUploads, ...detailsOfContacts, ...staysInHospital, ...filesOfNoPlan].toSorted(),
    );
  });

  it('names both changes of updateACP, the changed status and a changed answer as they are [API-62, GAP-114]', () => {
    expect(planEventOf('updateACP', { locked: true })).toBe('planLocked');
    expect(planEventOf('updateACP', { locked: false })).toBe('planUnlocked');
    expect(planEventOf('updateACP', { external: true })).toBe('planExternal');
    expect(planEventOf('updateACP', { external: false })).toBe('planNotExternal');
    expect(planEventOf('updateACP', { locked: true, external: true })).toBe('planFlagged');
    expect(planEventOf('updateRevision', { status: 'complete', revision: true })).toBe('planChanged');
    expect(planEventOf('updateACPStatus', { status: 'complete', revision: false })).toBe('planSaved');
  });

  it('has a plan that was sent to a residential-care system or withdrawn there, and no failed or needless attempt [INTEG-01, GAP-114]', async () => {
    expect(planEventOf('syncAcp', { step: 'send' })).toBe('planSent');
    expect(planEventOf('sendLinkedPlan', { step: 'withdraw' })).toBe('planWithdrawn');
    const { rows } = await sql<{ sent: boolean; failed: boolean; same: boolean; paper: boolean }>`
      select is_plan_entry('sendSyncLine', '{"did": "call", "step": "send", "failure": null}') as sent,
        is_plan_entry('sendSyncLine', '{"did": "call", "step": "send", "failure": "unreachable"}') as failed,
        is_plan_entry('sendSyncLine', '{"did": "same"}') as same,
        is_plan_entry('keepCarePaper', '{"changed": true}') as paper`.execute(test.services.db);
    expect(rows[0]).toEqual({ sent: true, failed: false, same: false, paper: true });
  });

  it('has the handing over of a plan and the PDF for it, and no second press [N-14, GAP-114]', async () => {
    expect(planEventOf('handOver', { receiver: 'ambulance' })).toBe('handedOver');
    expect(planEventOf('readHandover', { plan: true })).toBe('pdfDownloaded');
    const { rows } = await sql<{ handed: boolean; again: boolean; read: boolean; none: boolean }>`
      select is_plan_entry('handOver', '{"receiver": "ambulance"}') as handed,
        is_plan_entry('handOver', '{"receiver": "ambulance", "repeated": true}') as again,
        is_plan_entry('readHandover', '{"plan": true}') as read,
        is_plan_entry('readHandover', '{"plan": false}') as none`.execute(test.services.db);
    expect(rows[0]).toEqual({ handed: true, again: false, read: true, none: false });
  });

  it('has an entry of updateACP, and none if the call gives no flag [API-62, GAP-114]', async () => {
    const { userId } = at.customers.bob;
    const { version } = await test.services.db
      .selectFrom('acps')
      .select('version')
      .where('user_id', '=', userId)
      .where('type', '=', 'active')
      .executeTakeFirstOrThrow();
    const before = await lines('admin');
    test.services.clock = () => new Date(now.getTime() + 60_000);
    await updateACP.call(at.as('admin'), { id: userId, version });
    expect(await lines('admin')).toEqual(before);
    test.services.clock = () => new Date(now.getTime() + 120_000);
    await updateACP.call(at.as('admin'), { id: userId, version, locked: false });
    expect(await lines('admin')).toEqual(['planUnlocked Bob Doyle by Margaret Doyle', ...before]);
  });
});
