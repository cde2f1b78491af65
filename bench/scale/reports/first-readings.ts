import pg from 'pg';
import { contextFor, person } from '../../../testing/people.ts';
import { digits, median, type Figure } from '../../measuring/figure.ts';
import type { Stage } from '../../stage.ts';
import { graphql } from '../list.ts';
import { ask, type Staff } from '../staff.ts';
import { sendBare, statementsOf } from './bare-statements.ts';
import { ofProvider } from './reports.ts';

/** Reports that can be about one provider, as an administrator reads them. */
const ofOneProvider = ['company', 'completions', 'customers', 'audit'] as const;

/** Number of providers for which each side reads a report for the first time. */
const providersOfEach = 40;

/** Replaces the id of a provider in the values of a statement. */
const about = (value: unknown, from: string, to: string): unknown => {
  if (Array.isArray(value)) return value.map((each) => about(each, from, to));
  return value === from ? to : value;
};

/**
 * Measures the first read of each report for providers that no request has used, in a running server, compared with the same statements
 * sent sequentially by a database client, without the product. Both sides alternate, each with its own providers.
 */
export async function firstReadingFigures(stage: Stage, admin: Staff): Promise<Figure[]> {
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
    [(2 * providersOfEach + 1) * ofOneProvider.length],
  );
  for (const name of ofOneProvider) {
    const [pattern, ...others] = rows.splice(0, 2 * providersOfEach + 1).map(({ id }) => id);
    const statements = await statementsOf(name, context, { provider_id: pattern! });
    const query = ofProvider(name);
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
      const ofOther = statements.map(({ text, values }) => ({
        text,
        values: values.map((value) => about(value, pattern!, id)),
      }));
      bare.push(await sendBare(client, ofOther));
    };
    // Statements and connections are warm; only the data is cold.
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
