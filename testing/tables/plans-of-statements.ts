import pg from 'pg';
import { superuserAddress } from '../database/database.ts';

/** One node of a plan, as EXPLAIN writes it. */
type Part = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Part[];
};

/** An executed statement with its plan. Statements run by triggers and foreign keys count too. */
export type Planned = { text: string; reads: Read[] };

/** How a statement read one table, and how many rows, including rows removed by filters. */
export type Read = { table: string; how: string; rows: number };

/** Suffix of a partition's name after that of its table (docs/decisions/0147). */
const partition = /(?<=^(?:recent_activities|sent_messages))_(?:past|\d{4}(?:_\d{2})?)$/;

const parts = (part: Part): Part[] => [part, ...(part.Plans ?? []).flatMap(parts)];

function planned(notice: string): Planned | null {
  const begin = notice.indexOf('{');
  if (!/plan:\s*$/.test(notice.slice(0, begin))) return null;
  const { 'Query Text': text, Plan } = JSON.parse(notice.slice(begin)) as {
    'Query Text': string;
    Plan: Part;
  };
  const reads = parts(Plan).flatMap((part): Read[] => {
    const table = part['Relation Name']?.replace(partition, '');
    if (table === undefined || part['Node Type'] === 'ModifyTable') return [];
    const rows = (part['Actual Rows'] ?? 0) + (part['Rows Removed by Filter'] ?? 0);
    return [{ table, how: part['Node Type'], rows: rows * (part['Actual Loops'] ?? 1) }];
  });
  return { text, reads };
}

/** Makes every later connection to a database log the plan of each statement that it runs (auto_explain). */
export async function logPlans(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: await superuserAddress(url) });
  await client.connect();
  const database = client.escapeIdentifier(new URL(url).pathname.slice(1));
  for (const [name, value] of [
    ['session_preload_libraries', 'auto_explain'],
    ['auto_explain.log_min_duration', '0'],
    ['auto_explain.log_level', 'notice'],
    ['auto_explain.log_format', 'json'],
    ['auto_explain.log_analyze', 'on'],
    ['auto_explain.log_timing', 'off'],
    ['auto_explain.log_nested_statements', 'on'],
    // Only the plan is needed, so long parameters are cut.
    ['auto_explain.log_parameter_max_length', '0'],
  ])
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  await client.end();
}

/** Collects the plans that the connections of a pool log from this point; `take` returns those since the last call. */
export function collectPlans(pool: pg.Pool): { take(): Planned[] } {
  let plans: Planned[] = [];
  const listen = (client: pg.PoolClient) =>
    client.on('notice', ({ message }) => {
      const one = planned(message ?? '');
      if (one) plans.push(one);
    });
  pool.on('connect', listen);
  return {
    take() {
      const taken = plans;
      plans = [];
      return taken;
    },
  };
}

/** Returns the tables of a database with at least this number of rows. */
export async function largeTables(pool: pg.Pool, rows: number): Promise<ReadonlySet<string>> {
  const found = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [rows],
  );
  return new Set(found.rows.map(({ name }) => name));
}
