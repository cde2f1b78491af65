import pg from 'pg';
import { superuserAddress } from './database.ts';

/** One part of a plan, as EXPLAIN writes it. */
type Part = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Part[];
};

/** A statement that was run, with the plan that it was run by. Those that triggers and references lead to are statements too. */
export type Planned = { text: string; reads: Read[] };

/** What a statement read of one table: how, and how many rows, with those that did not match. */
export type Read = { table: string; how: string; rows: number };

const parts = (part: Part): Part[] => [part, ...(part.Plans ?? []).flatMap(parts)];

function planned(notice: string): Planned | null {
  const begin = notice.indexOf('{');
  if (!/plan:\s*$/.test(notice.slice(0, begin))) return null;
  const { 'Query Text': text, Plan } = JSON.parse(notice.slice(begin)) as {
    'Query Text': string;
    Plan: Part;
  };
  const reads = parts(Plan).flatMap((part): Read[] => {
    const table = part['Relation Name'];
    if (table === undefined || part['Node Type'] === 'ModifyTable') return [];
    const rows = (part['Actual Rows'] ?? 0) + (part['Rows Removed by Filter'] ?? 0);
    return [{ table, how: part['Node Type'], rows: rows * (part['Actual Loops'] ?? 1) }];
  });
  return { text, reads };
}

/** Makes every later connection to a database tell the plan of each statement that it runs (auto_explain). */
export async function tellPlans(url: string): Promise<void> {
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
    // Longer parameters would be of no use, and the plan of a statement is what is wanted.
    ['auto_explain.log_parameter_max_length', '0'],
  ])
    await client.query(`alter database ${database} set ${name} = '${value}'`);
  await client.end();
}

/** Collects the plans that the connections of a pool tell from now on; `take` gives those since the last time. */
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

/** The tables of a database that hold that many rows or more. */
export async function largeTables(pool: pg.Pool, rows: number): Promise<ReadonlySet<string>> {
  const found = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= $1`,
    [rows],
  );
  return new Set(found.rows.map(({ name }) => name));
}
