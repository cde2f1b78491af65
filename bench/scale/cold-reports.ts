import pg from 'pg';
import type { Operation } from '../../src/server/pipeline/operation.ts';
import { getAuditReport } from '../../src/server/features/reports/audit/operations.ts';
import { getCompanyReport } from '../../src/server/features/reports/company/operations.ts';
import { getCompletionsReport } from '../../src/server/features/reports/completions/operations.ts';
import { getCustomersReport } from '../../src/server/features/reports/customers/operations.ts';
import { contextFor, person } from '../../testing/people.ts';
import { digits, median, type Figure } from '../measuring/figure.ts';
import type { Stage } from '../stage.ts';
import { graphql } from './list.ts';
import { ask, type Staff } from './staff.ts';
import { reports } from './reports.ts';

const operations = {
  company: getCompanyReport,
  completions: getCompletionsReport,
  customers: getCustomersReport,
  audit: getAuditReport,
} satisfies Partial<Record<keyof typeof reports, Operation<unknown>>>;

/** Providers of which each way reads a report for the first time. */
const providersOfEach = 40;

type Statement = { text: string; values: unknown[] };

/** Runs a function, and returns the statements that it sends to the database, without those of transactions. */
async function statementsOf(run: () => Promise<unknown>): Promise<Statement[]> {
  const { prototype } = pg.Client;
  const original = Object.getOwnPropertyDescriptor(prototype, 'query')!;
  const send = prototype.query as (...given: unknown[]) => unknown;
  const sent: Statement[] = [];
  prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given;
    const { text, values } =
      typeof first === 'string'
        ? { text: first, values: second }
        : (first as { text: string; values?: unknown });
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values: Array.isArray(values) ? values : [] });
    return send.apply(this, given);
  } as typeof prototype.query;
  try {
    await run();
  } finally {
    Object.defineProperty(prototype, 'query', original);
  }
  return sent;
}

/** Replaces the id of a provider in the values of a statement. */
const about = (value: unknown, from: string, to: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => about(each, from, to));
  return value === from ? to : value;
};

/**
 * Measures the first reading of each report for providers that no request has asked for, compared with the same statements sent by a
 * client of the database: one after the other, without the product. Both ways take turns, each with providers of its own.
 */
export async function coldFigures(stage: Stage, admin: Staff): Promise<Figure[]> {
  const { services } = stage;
  const { actor } = await person(services, { role: 'admin' });
  const context = contextFor(services, actor);
  const client = new pg.Client({ connectionString: stage.superuserUrl });
  await client.connect();
  const figures: Figure[] = [];
  // Providers of the middle size, without others below them.
  const { rows } = await client.query<{ id: string }>(
    `select provider_id as id from customer_counts where provider_id is not null group by 1
     order by abs(sum(customers) - 800), 1 limit $1`,
    [(2 * providersOfEach + 1) * Object.keys(operations).length],
  );
  for (const [name, operation] of Object.entries(operations)) {
    const [pattern, ...others] = rows.splice(0, 2 * providersOfEach + 1).map(({ id }) => id);
    const call = operation as Operation<unknown>;
    const statements = await statementsOf(() => call.call(context, { provider_id: pattern! }));
    const field = /get\w+/.exec(reports[name as keyof typeof operations])![0];
    const query = reports[name as keyof typeof operations]
      .replace('query {', 'query ($provider_id: String) {')
      .replace(field, `${field}(provider_id: $provider_id)`);
    const ours: number[] = [];
    const bare: number[] = [];
    const readOurs = async (provider_id: string) => {
      const { took } = await ask(
        admin,
        graphql(admin, query, () => ({ provider_id })),
      );
      ours.push(took);
    };
    const readBare = async (id: string) => {
      const begin = performance.now();
      for (const { text, values } of statements)
        await client.query(
          text,
          values.map((value) => about(value, pattern!, id)),
        );
      bare.push(performance.now() - begin);
    };
    // The query's text and the connections are in use; only the data is new.
    for (let count = 0; count < 10; count += 1) await Promise.all([readOurs(pattern!), readBare(pattern!)]);
    ours.length = 0;
    bare.length = 0;
    for (const [index, id] of others.entries()) await (index % 2 === 0 ? readOurs(id) : readBare(id));
    figures.push({
      name: `report, ${name}: first reading of a provider`,
      value: median(ours) / median(bare),
      unit: 'times its bare SQL',
      goal: { most: 1.2 },
      about: `half ${digits(median(ours))} ms, bare ${digits(median(bare))} ms in ${statements.length} statements`,
    });
  }
  await client.end();
  return figures;
}
