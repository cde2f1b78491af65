import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../src/domain/access/actors.ts';
import { scopeOf } from '../../src/domain/access/scope.ts';
import { clinicalScopes } from '../../src/domain/clinical/scopes.ts';
import { AppError } from '../../src/domain/errors.ts';
import { melbourneDate } from '../../src/domain/fields.ts';
import { findActivities } from '../../src/server/features/notifications/activities.ts';
import { countDigest } from '../../src/server/features/notifications/digests/digests.ts';
import { findAdministrators, findStaffFor } from '../../src/server/features/notifications/store.ts';
import { getCustomers, getCustomerViews } from '../../src/server/features/customers/list/operations.ts';
import { findResidents } from '../../src/server/features/customers/find/operations.ts';
import { getAuditReport } from '../../src/server/features/reports/audit/operations.ts';
import {
  getConversationsReport,
  getNextConversations,
} from '../../src/server/features/reports/conversations/operations.ts';
import { startJobs, type Jobs } from '../../src/server/jobs/jobs.ts';
import { operations } from '../../src/server/features.ts';
import { insertClientRow } from '../../src/server/features/clinical-access/client-row.fixture.ts';
import { superuserAddress } from '../database/database.ts';
import { contactFacts, operationCalls, type Subject } from '../operations/operation-calls.ts';
import { contextFor, fullAnswers, person, type TestPerson } from '../people.ts';
import { collectPlans, largeTables, logPlans, type Planned } from './plans-of-statements.ts';
import { startServices, type TestServices } from '../services.ts';
import { fillWithCustomers, largeSize, type Providers } from './synthetic-customers.ts';

/** Number of rows from which a table is large. For smaller tables, a full scan is best. */
const large = 20_000;

/** Rows that a statement of a call may read from one table, at most. */
const fewRows = 6_000;

const isIterable = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

describe('among 200,000 customers', () => {
  let test: TestServices;
  let plans: { take(): Planned[] };
  let tables: ReadonlySet<string>;
  let providers: Providers;
  let customer: TestPerson;
  let staff: Record<'largest' | 'small' | 'admin', TestPerson>;
  let subject: Subject;
  const clientId = crypto.randomUUID();

  beforeAll(async () => {
    test = await startServices();
    const { services, url } = test;
    providers = await fillWithCustomers(await superuserAddress(url), largeSize);
    const plan = { status: 'complete', answers: fullAnswers() } as const;
    customer = await person(services, { providerId: providers.small, plan });
    staff = {
      largest: await person(services, { role: 'provideradmin', providerId: providers.largest }),
      small: await person(services, { role: 'provideradmin', providerId: providers.small }),
      admin: await person(services, { role: 'admin' }),
    };
    const { userId, acpId, shareId } = customer;
    const { id: contactId } = await services.db
      .insertInto('trusted_contacts')
      .values({
        user_id: userId,
        ...contactFacts,
        status: 'accepted',
        request_link: userId,
        view_link: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { userId: staffId } = await person(services, { role: 'providerview', providerId: providers.small });
    const twin = await person(services, { providerId: providers.small });
    subject = {
      userId,
      twinId: twin.userId,
      acpId,
      shareId,
      providerId: providers.small,
      logoId: userId,
      contactId,
      staffId,
      speakerId: staffId,
    };
    await insertClientRow(services, { id: clientId, providerId: providers.small });
    tables = await largeTables(test.pool, large);
    // Connections opened before auto_explain was set do not log their plans.
    await logPlans(url);
    await test.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    plans = collectPlans(test.pool);
    await test.pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
  }, 600_000);
  afterAll(() => test.close());

  /** Returns the large tables that were scanned in full, and by which statement. */
  const wholeReads = (planned: readonly Planned[]) =>
    planned.flatMap(({ text, reads }) =>
      reads
        .filter(({ table, how }) => tables.has(table) && /Seq Scan/.test(how))
        .map(({ table }) => `${table}: ${text.replaceAll(/\s+/g, ' ').slice(0, 500)}`),
    );

  /** Returns the statements of a call that read many rows of a large table. */
  const longReads = (planned: readonly Planned[]) =>
    planned.flatMap(({ text, reads }) =>
      reads
        .filter(({ table, rows }) => tables.has(table) && rows > fewRows)
        .map(({ table, how, rows }) => `${table} ${how} ${rows}: ${text.slice(0, 200)}`),
    );

  async function plansOf(call: () => Promise<unknown>): Promise<Planned[]> {
    plans.take();
    await call();
    return plans.take();
  }

  it('have large tables for all data of a person', () => {
    expect([...tables].sort()).toEqual([
      'acps',
      'audit_heads',
      'audit_log',
      'conversations',
      'customer_list',
      'customer_milestones',
      'files',
      'hospital_stays',
      'known_devices',
      'notifications',
      'plan_entries',
      'recent_activities',
      'sessions',
      'signatures',
      'transactions',
      'trusted_contacts',
      'users',
    ]);
  });

  it('detects a full scan of a large table, also in a statement that a trigger runs', async () => {
    const found = await plansOf(() => test.pool.query(`select count(*) from users where first_name = 'Zoë'`));
    expect(wholeReads(found)).toHaveLength(1);
    const nested = await plansOf(() => test.pool.query(`select customer_list_refresh('${customer.userId}')`));
    expect(nested.some(({ reads }) => reads.some(({ table }) => table === 'acps'))).toBe(true);
  });

  it('finds the entries of the audit report by customer, person and event along an index, for all, a large and a small provider [GAP-114]', async () => {
    const { services } = test;
    const all = { period_from: melbourneDate(new Date(Date.now() - 730 * 86_400_000)) };
    const filters = [
      {},
      { event: 'pdfDownloaded' },
      { actor_id: providers.staff },
      { actor_id: providers.staff, event: 'pdfDownloaded' },
      { user_id: providers.customer },
    ];
    for (const who of ['admin', 'largest', 'small'] as const)
      for (const filter of filters) {
        const context = contextFor(services, staff[who].actor);
        const found = await plansOf(() => getAuditReport.call(context, { ...all, ...filter }));
        const entries = found.flatMap(({ reads }) => reads.filter(({ table }) => table === 'plan_entries'));
        expect([who, filter, entries.length > 0]).toEqual([who, filter, true]);
        expect([who, filter, wholeReads(found)]).toEqual([who, filter, []]);
      }
  });

  it.each([
    ...['BH-123', '1234', 'zzzq24', 'stewart.123456', '1944', 'smith 1944', 'smith 3', '14/5/43'],
    ...['nguyen 14/5/1943', 'margaret', 'qqxyz', 'smiht', "o'brien 1950", '王'],
  ])(
    'finds customers by %j without a full scan, and reads few rows, for all and for the largest provider [N-02]',
    async (typed) => {
      for (const { actor } of [staff.admin, staff.largest]) {
        const found = await plansOf(() => findResidents.call(contextFor(test.services, actor), { typed }));
        expect(found.length).toBeGreaterThan(0);
        // Names for corrections are read once in ten minutes.
        const each = found.filter(({ text }) => !text.includes('as customers from users'));
        expect([...wholeReads(each), ...longReads(each)]).toEqual([]);
      }
    },
  );

  it('finds a name with a year of birth without reading everybody with the name [N-02]', async () => {
    const { services } = test;
    for (const typed of ['smith 1944', 'margaret 1944']) {
      const found = await plansOf(() =>
        findResidents.call(contextFor(services, staff.admin.actor), { typed }),
      );
      const rows = found.flatMap(({ reads }) => reads.filter(({ table }) => tables.has(table)));
      expect(rows.reduce((sum, read) => sum + read.rows, 0)).toBeLessThan(1_000);
    }
  });

  it.each(['admin', 'largest', 'small'] as const)(
    'counts conversations by house along an index, and lists whose next one is due or none among too many: %s [N-07]',
    async (who) => {
      const context = contextFor(test.services, staff[who].actor);
      const found = await plansOf(async () => {
        const { data } = await getConversationsReport.call(context, {});
        expect(data.some(({ talked, without }) => talked > 0 && without !== 0)).toBe(true);
        const { too_many, count } = await getNextConversations.call(context, {});
        expect([too_many, count > 0]).toEqual(who === 'small' ? [false, true] : [true, false]);
      });
      expect(found.some(({ reads }) => reads.some(({ table }) => table === 'conversations'))).toBe(true);
      expect(wholeReads(found)).toEqual([]);
    },
  );

  it.each(['admin', 'largest', 'small'] as const)(
    'reads the view of plans to look at again, with residents back from hospital, along indexes: %s [N-03, N-14]',
    async (who) => {
      const context = contextFor(test.services, staff[who].actor);
      const found = await plansOf(async () => {
        const { data } = await getCustomers.call(context, { status: 'again' });
        expect(data.length).toBeGreaterThan(0);
        await getCustomerViews.call(context, {});
      });
      expect(found.some(({ reads }) => reads.some(({ table }) => table === 'hospital_stays'))).toBe(true);
      expect(wholeReads(found)).toEqual([]);
    },
  );

  it.each(['created_at_desc', 'created_at_asc', 'name_asc', 'room_asc'] as const)(
    'reads a page of plans to look at again along the index of its order, the first one and page 500, without the stays in hospital: %s [N-03, N-14]',
    async (order_by) => {
      for (const [who, offset, most] of [
        ['admin', 0, 2_000],
        ['admin', 4_990, 40_000],
        ['largest', 0, 12_000],
      ] as const) {
        const context = contextFor(test.services, staff[who].actor);
        const found = await plansOf(async () => {
          const { data } = await getCustomers.call(context, { status: 'again', order_by, offset });
          expect(data).toHaveLength(10);
        });
        const reads = found.filter(({ text }) => !text.includes('count(*)')).flatMap((each) => each.reads);
        const rowsOf = (name: string) =>
          reads.filter(({ table }) => table === name).reduce((sum, { rows }) => sum + rows, 0);
        const shown = `${who} from ${offset}`;
        expect(rowsOf('hospital_stays'), shown).toBeLessThan(100);
        expect(rowsOf('customer_list'), shown).toBeLessThan(most);
        const gathered = reads.filter(({ table, how }) => tables.has(table) && how === 'Bitmap Heap Scan');
        expect(gathered, shown).toEqual([]);
      }
    },
  );

  it('finds the recipients of a change without a full scan [R-90]', async () => {
    const { db } = test.services;
    const found = await plansOf(async () => {
      expect(await findStaffFor(db, customer.userId)).toHaveLength(6);
      expect(await findAdministrators(db)).toEqual([staff.admin.userId]);
    });
    expect(found.length).toBeGreaterThanOrEqual(2);
    expect(wholeReads(found)).toEqual([]);
    const rows = found.flatMap(({ reads }) => reads.filter(({ table }) => table === 'users'));
    expect(rows.reduce((sum, read) => sum + read.rows, 0)).toBeLessThan(20);
  });

  it.each(['small', 'largest', 'admin'] as const)(
    'reads the newest activities of a provider through an index: %s [R-91]',
    async (who) => {
      const { db } = test.services;
      const scope = scopeOf(staff[who].actor);
      await findActivities(db, scope, 4);
      const begin = performance.now();
      const found = await plansOf(async () => expect(await findActivities(db, scope, 4)).toHaveLength(4));
      expect(performance.now() - begin).toBeLessThan(500);
      expect(wholeReads(found)).toEqual([]);
      expect(longReads(found)).toEqual([]);
    },
  );

  it('shows the newest activities of the largest provider, also when they are older than those of other providers [R-91]', async () => {
    const { db } = test.services;
    const scope = scopeOf(staff.largest.actor);
    const newest = async () => {
      const { rows } = await test.pool.query(
        `select a.id from recent_activities a join users u on u.id = a.user_id
         join providers p on p.id = u.provider_id and p.path @> array[$1::uuid]
         order by a.created_at desc, a.id desc limit 4`,
        [providers.largest],
      );
      return rows.map(({ id }: { id: string }) => id);
    };
    const ids = async () => (await findActivities(db, scope, 4)).map(({ id }) => id);
    expect(await ids()).toEqual(await newest());
    await test.pool.query(
      `update recent_activities set created_at = created_at - interval '10 years' where user_id in (
         select u.id from users u join providers p on p.id = u.provider_id and p.path @> array[$1::uuid])`,
      [providers.largest],
    );
    expect(await ids()).toEqual(await newest());
    expect(wholeReads(await plansOf(ids))).toEqual([]);
  });

  it.each(['small', 'largest', 'admin'] as const)(
    'counts the summary of staff without a full scan: %s [R-92]',
    async (who) => {
      const today = melbourneDate(new Date());
      const period = { from: today.replace(/-\d\d$/, '-01'), to: today };
      const found = await plansOf(() => countDigest(test.services.db, staff[who].userId, period));
      expect(found.length).toBeGreaterThan(1);
      expect(wholeReads(found)).toEqual([]);
    },
  );

  const actorsOf = (): readonly Actor[] => [
    customer.actor,
    staff.small.actor,
    staff.largest.actor,
    staff.admin.actor,
    { kind: 'emergency', userId: customer.userId },
    { kind: 'visitor' },
    { kind: 'system' },
    { kind: 'clinicalSystem', clientId, providerId: providers.small, scopes: clinicalScopes },
  ];

  it.each(Object.keys(operationCalls))(
    '%s scans no large table in full, whatever the caller’s role [R-90, R-91, R-92]',
    async (name) => {
      const operation = operations.find((each) => each.name === name)!;
      const found: Planned[] = [];
      for (const actor of actorsOf()) {
        const context = { ...contextFor(test.services, customer.actor), actor };
        const call = async () => {
          const answer = await operation.call(context, operationCalls[name]!(subject));
          // A list that is read in batches runs its statements only when it is consumed.
          if (isIterable(answer)) for await (const _ of answer) break;
        };
        found.push(
          ...(await plansOf(() =>
            call().catch((error: unknown) => {
              if (!(error instanceof AppError)) throw error;
            }),
          )),
        );
      }
      expect(wholeReads(found)).toEqual([]);
    },
  );

  describe('jobs after a change and nightly jobs', () => {
    const running: Jobs[] = [];
    const lines: string[] = [];
    const mailer = { send: async () => {}, close: async () => {} };
    const start = async () =>
      running.push(
        await startJobs({
          services: test.services,
          mailer,
          pool: test.pool,
          log: (line) => void lines.push(line),
        }),
      );
    afterAll(() => Promise.all(running.map((jobs) => jobs.stop())));

    it('scan no large table in full [R-90, R-92, R-93]', async () => {
      const { pool } = test;
      // The fixture has many staff, and their summaries run the same statements.
      await pool.query(`insert into notification_settings (user_id, email_frequency)
        select id, 'never' from users where email like 'staff.%' and email not like 'staff._@%'`);
      await start();
      await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
      await pool.query('update nights set night = night - 3');
      plans.take();
      await start();
      const isOver = async () => {
        const { rows } = await pool.query(
          `select (select count(*) from outbox) + (select count(*) from nights where done_at is null or night < current_date - 1)
             + (select count(*) from jobs.job where state < 'completed' and start_after <= now()) as left`,
        );
        return Number(rows[0].left) === 0;
      };
      for (let tries = 0; tries < 600 && !(await isOver()); tries += 1) await pause(100);
      expect(await isOver()).toBe(true);
      const found = plans.take();
      expect(found.length).toBeGreaterThan(100);
      // The query with which this test checks what is left; the product does not run it.
      expect(wholeReads(found.filter(({ text }) => !text.includes('as left')))).toEqual([]);
    }, 120_000);
  });
});
