import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

/**
 * Loads a branch of the tree of providers with aggregated customer counts through the fastest statement: each branch is
 * found through the index of paths; without session, permissions, GraphQL and query builder.
 */
export function addBareProviders(app: FastifyInstance, pool: pg.Pool): void {
  app.get<{ Querystring: { parent?: string } }>('/providers', async ({ query: { parent } }) => {
    const at = parent ? 'parent_id = $1' : 'parent_id is null';
    const { rows } = await pool.query({
      name: `branch-${Boolean(parent)}`,
      text: `with top as materialized (
          select id from providers where ${at} and not archived order by search, id limit 10),
        branch as materialized (
          select top.id as top, below.id from top cross join lateral (
            select id from providers where path @> array[top.id]) below),
        figures as (
          select branch.top as id, sum(customers)::int as customers, sum(customers) filter (where plan = 'complete')::int as complete
          from (
            select provider_id, plan, customers from customer_counts
            where status <> 'archived' and provider_id = any(array(select id from branch))
            union all select provider_id, plan, change from customer_count_changes
            where status <> 'archived' and provider_id = any(array(select id from branch))) kept
          join branch on branch.id = kept.provider_id group by branch.top)
        select p.id, p.name, p.parent_id, p.provider_root_id, p.path, p.type, p.archived, p.trial_expiry_date,
          c.id as contact_id, c.first_name, c.last_name, c.status,
          (select count(*)::int from providers child where child.parent_id = p.id and not child.archived) as sub_providers,
          figures.customers, figures.complete, (select count(*)::int from providers where ${at} and not archived) as count
        from top join providers p on p.id = top.id left join users c on c.id = p.contact_id
        left join figures on figures.id = p.id order by p.search, p.id`,
      values: parent ? [parent] : [],
    });
    return { data: rows };
  });
}
