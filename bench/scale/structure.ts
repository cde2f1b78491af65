import pg from 'pg';
import { digits, quantile, timesFigure, type Figure } from '../measuring/figure.ts';
import { graphql } from './list.ts';
import { ask, type Staff } from './staff.ts';

const inBranch = 200;
const customersInBranch = 100_000;
const moves = 21;

type Branch = { top: string; customers: number; places: [string, string] };

/** Moves two hundred providers with up to a hundred thousand customers into one branch of two levels. */
async function makeBranch(client: pg.Client): Promise<Branch> {
  const { rows } = await client.query<{ provider_id: string; customers: number }>(`
    select c.provider_id, sum(c.customers) filter (where c.status <> 'archived')::int as customers
    from customer_counts c join providers p on p.id = c.provider_id and p.parent_id is null
    where not exists (select 1 from providers sub where sub.parent_id = p.id)
    group by c.provider_id order by 2 desc, 1`);
  const branch: typeof rows = [];
  let customers = 0;
  // The largest providers while more customers are needed, then the smallest.
  while (branch.length < inBranch && rows.length > 2) {
    const next = customers < customersInBranch ? rows.shift() : rows.pop();
    if (!next) break;
    branch.push(next);
    customers += next.customers;
  }
  const [top, ...under] = branch.map(({ provider_id }) => provider_id);
  const [first, second] = rows.map(({ provider_id }) => provider_id);
  if (!top || !first || !second) throw new Error('There are too few providers');
  await client.query(
    `update providers set parent_id = $1, provider_root_id = $1, path = array[$1::uuid, id] where id = any($2::uuid[])`,
    [top, under],
  );
  return { top, customers, places: [first, second] };
}

/** Moves a large branch back and forth between two providers, and checks its customer count right after each move. */
export async function structureFigures(url: string, admin: Staff): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { top, customers, places } = await makeBranch(client);
  await client.end();
  const call = <Data>(query: string, variables: object) =>
    ask<Data>(
      admin,
      graphql(admin, query, () => variables),
    );
  const customersOf = async (id: string) => {
    const { data } = await call<{ getProviderBranch: { customers: number } }>(
      'query ($id: ID!) { getProviderBranch(id: $id) { customers } }',
      { id },
    );
    return data.getProviderBranch.customers;
  };
  const alone = [await customersOf(places[0]), await customersOf(places[1])] as const;
  const times: number[] = [];
  const looked: number[] = [];
  let wrong = 0;
  for (let version = 0; version < moves; version += 1) {
    const to = version % 2 === 0 ? 0 : 1;
    const variables = { id: top, parent_id: places[to], version };
    const preview =
      'query ($id: ID!, $parent_id: ID) { previewMove(id: $id, parent_id: $parent_id) { customers } }';
    looked.push((await call(preview, { id: top, parent_id: places[to] })).took);
    const move =
      'mutation ($id: ID!, $parent_id: ID, $version: Int!) { moveProvider(id: $id, parent_id: $parent_id, version: $version) { id } }';
    times.push((await call(move, variables)).took);
    if ((await customersOf(places[to])) !== alone[to] + customers) wrong += 1;
    if ((await customersOf(places[1 - to]!)) !== alone[1 - to]) wrong += 1;
  }
  const said = quantile(
    looked.toSorted((a, b) => a - b),
    0.95,
  );
  return [
    timesFigure(
      'moving a branch of 200 providers',
      times,
      1_000,
      `, ${customers} customers; what moves is said in ${digits(said)} ms`,
    ),
    { name: 'wrong numbers after a move', value: wrong, unit: `in ${moves} moves`, goal: { most: 0 } },
  ];
}
