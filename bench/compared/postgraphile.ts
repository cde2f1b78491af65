import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';

/** Environment variable with the folder of a separate `npm install postgraphile` (version 4), not part of this product. */
export const postgraphileVariable = 'BENCH_POSTGRAPHILE';

type PostGraphile = {
  postgraphile: (pool: pg.Pool, schema: string, options: object) => RequestListener;
};

/** PostGraphile, if it is installed beside the product; null otherwise. */
export function findPostGraphile(): PostGraphile | null {
  const folder = process.env[postgraphileVariable];
  if (!folder) return null;
  return createRequire(join(folder, 'package.json'))('postgraphile') as PostGraphile;
}

/** PostGraphile with its usual settings on the product's tables, without its log. It serves the schema `public`. */
export function postgraphileServer(databaseUrl: string) {
  const found = findPostGraphile();
  if (!found) throw new Error(`${postgraphileVariable} names no folder with PostGraphile`);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const server = createServer(
    found.postgraphile(pool, 'public', { disableQueryLog: true, dynamicJson: true, ignoreRBAC: true }),
  );
  return {
    server,
    listen: ({ port, host }: { port: number; host: string }) =>
      new Promise<void>((resolve) => server.listen(port, host, resolve)),
  };
}

/**
 * Computed columns as users of PostGraphile write them: columns by functions. The first two count customers, as one would
 * with these tables; the last two add up the counts that the product maintains, which plain PostGraphile would not have.
 */
export const computedColumns = `
  create function providers_sub_count(p providers) returns int language sql stable as
    $$ select count(*)::int from providers child where child.parent_id = p.id and not child.archived $$;
  create function providers_customers(p providers) returns int language sql stable as
    $$ select count(*)::int from customer_list c join providers below on below.id = c.provider_id
       where below.path @> array[p.id] and c.status <> 'archived' $$;
  create function providers_complete(p providers) returns int language sql stable as
    $$ select count(*)::int from customer_list c join providers below on below.id = c.provider_id
       where below.path @> array[p.id] and c.status <> 'archived' and c.plan = 'complete' $$;
  create function providers_kept_customers(p providers) returns int language sql stable as
    $$ select sum(c.customers)::int from customer_counts c join providers below on below.id = c.provider_id
       where below.path @> array[p.id] and c.status <> 'archived' $$;
  create function providers_kept_complete(p providers) returns int language sql stable as
    $$ select sum(c.customers)::int from customer_counts c join providers below on below.id = c.provider_id
       where below.path @> array[p.id] and c.status <> 'archived' and c.plan = 'complete' $$;`;

/** The rows of one level of the tree with its figures, counted or maintained. */
export const levelQuery = (figures: 'counted' | 'kept') => `query level($parent: UUID) {
  allProviders(condition: { parentId: $parent, archived: false }, orderBy: [SEARCH_ASC, ID_ASC], first: 10) {
    totalCount
    nodes { id name parentId providerRootId path type archived trialExpiryDate subCount
      ${figures === 'counted' ? 'customers complete' : 'customers: keptCustomers complete: keptComplete'}
      userByContactId { id firstName lastName status } } } }`;
