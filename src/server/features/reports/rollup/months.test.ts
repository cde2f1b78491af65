import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { person, provider } from '../../../../../testing/people.ts';
import { startServices, type TestServices } from '../../../../../testing/services.ts';
import { monthKinds } from '../../../../domain/reports/months.ts';
import { fillReports, isFilled } from './fill.ts';
import { foldReportMonths } from './fold-months.ts';

const writers = 6;
const kinds = sql.join(monthKinds.map((kind) => sql.ref(kind)));
const sums = sql.join(monthKinds.map((kind) => sql`sum(${sql.ref(kind)})::int as ${sql.ref(kind)}`));
const isSome = sql.join(
  monthKinds.map((kind) => sql`sum(${sql.ref(kind)}) <> 0`),
  sql` or `,
);

/** One change of one person: the person, and the new value. */
const change = fc.record({
  who: fc.nat(9),
  what: fc.constantFrom(
    'status',
    'provider',
    'file',
    'again',
    'no file',
    'plan',
    'role',
    'added',
    'gone',
    'fold',
  ),
  to: fc.nat(3),
});

describe('the numbers of reports by month', () => {
  let test: TestServices;
  let houses: (string | null)[];
  let people: string[];

  const join = async (index: number) => {
    const { userId } = await person(test.services, { ...(index % 2 === 0 && { providerId: houses[0]! }) });
    return userId;
  };

  beforeAll(async () => {
    test = await startServices();
    const house = await provider(test.services, 'Banksia House');
    houses = [
      house,
      await provider(test.services, 'Ward', house),
      await provider(test.services, 'Lodge'),
      null,
    ];
    people = [];
    for (let count = 0; count < 10; count += 1) people.push(await join(count));
  });
  afterAll(() => test.close());

  async function write({ who, what, to }: { who: number; what: string; to: number }): Promise<unknown> {
    const { db } = test.services;
    const user_id = people[who]!;
    const set = (values: Record<string, unknown>) =>
      db.updateTable('users').set(values).where('id', '=', user_id).execute();
    const month = new Date(Date.UTC(2026, to * 3, 1 + who, 13));
    switch (what) {
      case 'status':
        return set({ status: ['invited', 'active', 'suspended', 'archived'][to] });
      case 'provider':
        return set({ provider_id: houses[to] });
      case 'role':
        return set({ permission_role_id: to === 0 ? 4 : 5 });
      case 'added':
        return set({ created_at: month });
      case 'file':
        return db
          .insertInto('files')
          .values({
            ...{
              user_id,
              category: 'ACP',
              file_name: 'a.pdf',
              is_active: to > 0,
              activated_timestamp: month,
            },
            is_uploaded: to < 3,
          })
          .execute();
      case 'again':
        return db
          .updateTable('files')
          .set({ activated_timestamp: month })
          .where('user_id', '=', user_id)
          .execute();
      case 'no file':
        return db.deleteFrom('files').where('user_id', '=', user_id).execute();
      case 'plan':
        return db.updateTable('acps').set({ version: to }).where('user_id', '=', user_id).execute();
      case 'gone':
        await db.deleteFrom('users').where('id', '=', user_id).execute();
        people[who] = await join(to);
        return undefined;
      default:
        return foldReportMonths(db);
    }
  }

  const line = (rows: readonly object[]) => rows.map((row) => Object.values(row).join(' ')).toSorted();

  /** The stored numbers and the later differences, by provider and of all providers. */
  async function kept() {
    const { db } = test.services;
    const by = sql`provider_id, status, month::text`;
    const { rows } = await sql<object>`
      select ${by}, ${sums} from (
        select provider_id, status, month, ${kinds} from report_months
        union all select provider_id, status, month, ${kinds} from report_month_changes) k
      group by ${by} having ${isSome}`.execute(db);
    const all = await sql<object>`
      select status, month::text, ${sums} from (
        select status, month, ${kinds} from report_month_totals
        union all select status, month, ${kinds} from report_month_changes) k
      group by status, month having ${isSome}`.execute(db);
    return { rows: line(rows), all: line(all.rows) };
  }

  /** The same, counted from the customers' dates. */
  async function counted() {
    const { db } = test.services;
    const each = sql`(
      select m.provider_id, m.status, k.month, ${sql.join(
        monthKinds.map((kind) => sql`(k.kind = ${sql.lit(kind)})::int as ${sql.ref(kind)}`),
      )} from customer_milestones m cross join lateral milestone_months(m) k) k`;
    const by = sql`provider_id, status, month::text`;
    const { rows } = await sql<object>`select ${by}, ${sums} from ${each} group by ${by}`.execute(db);
    const all = await sql<object>`
      select status, month::text, ${sums} from ${each} group by status, month`.execute(db);
    return { rows: line(rows), all: line(all.rows) };
  }

  /** Customers whose dates do not follow from their plan as the list of customers shows it. */
  async function wrongMilestones() {
    const { rows } = await sql<object>`
      select l.user_id, l.plan, m.* from customer_list l full join customer_milestones m using (user_id)
      where l.user_id is null or m.user_id is null or l.provider_id is distinct from m.provider_id or l.status <> m.status
        or (l.plan = 'complete') <> (m.completed_on is not null) or (l.plan = 'none' and m.started_on is not null)
        or (l.plan = 'draft') <> (m.started_on is not null and m.completed_on is null)
        or m.started_on > m.completed_on or m.joined_on <> (l.created_at at time zone 'Australia/Melbourne')::date`.execute(
      test.services.db,
    );
    return rows;
  }

  it('equal a fresh count after any writes, by many writers at once and with folds between [GAP-114]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 10, maxLength: 60 }), async (changes) => {
        const queue = [...changes];
        await Promise.all(
          Array.from({ length: writers }, async () => {
            for (let next = queue.pop(); next; next = queue.pop()) await write(next).catch(() => {});
          }),
        );
        expect(await kept()).toEqual(await counted());
        expect(await wrongMilestones()).toEqual([]);
        await foldReportMonths(test.services.db);
        expect(await kept()).toEqual(await counted());
      }),
      { numRuns: 25 },
    );
  });

  it('get customers of before the roll-up in the background, each once, and keep the id of none of them [GAP-114] [D-19]', async () => {
    const { db } = test.services;
    await foldReportMonths(db);
    const before = await counted();
    const entries = await db.selectFrom('plan_entries').select(['user_id', 'seq']).execute();
    await sql`alter table customer_milestones disable trigger user`.execute(db);
    await sql`delete from customer_milestones`.execute(db);
    await sql`alter table customer_milestones enable trigger user`.execute(db);
    await sql`truncate report_months, report_month_totals, report_month_changes, plan_entries`.execute(db);
    await sql`update report_fill set done_at = null, after = '00000000-0000-0000-0000-000000000000'`.execute(
      db,
    );
    expect(await isFilled(db)).toBe(false);
    const both = await Promise.all([fillReports(db), fillReports(db)]);
    expect(both).toContain(true);
    expect(await fillReports(db)).toBe(true);
    expect(await kept()).toEqual(await counted());
    const joined = (rows: { rows: string[] }) => rows.rows.length;
    expect(joined(await counted())).toBeGreaterThan(0);
    expect(joined(await counted())).toBeLessThanOrEqual(joined(before) + 20);
    expect((await db.selectFrom('plan_entries').select(['user_id', 'seq']).execute()).length).toBe(
      entries.length,
    );
    expect(await wrongMilestones()).toEqual([]);
    // The progress is stored as the id of a person, who may be deleted.
    const { after } = await db.selectFrom('report_fill').select('after').executeTakeFirstOrThrow();
    expect(after).toBe('00000000-0000-0000-0000-000000000000');
  });
});
