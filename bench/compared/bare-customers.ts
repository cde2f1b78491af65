import type { FastifyInstance } from 'fastify';
import type pg from 'pg';

type Query = {
  by?: string;
  dir?: string;
  view?: string;
  status?: string;
  provider?: string;
  offset?: string;
};

/** SQL conditions by filter name; filters with other names are not compared. */
const statuses: Readonly<Record<string, string>> = {
  draft: `plan <> 'complete'`,
  none: `plan = 'none'`,
  invited: `status = 'invited'`,
  suspended: `status = 'suspended'`,
  archived: `status = 'archived'`,
};

/**
 * Loads the rows of a page of customers with its three numbers through the fastest statements: keys from an index, then the
 * rows of these keys; without session, permissions, GraphQL and query builder.
 */
export function addBareCustomers(app: FastifyInstance, pool: pg.Pool): void {
  app.get<{ Querystring: Query }>('/customers', async ({ query }) => {
    const { by = 'created_at', dir = 'desc', view, status, provider, offset = '0' } = query;
    const houses = provider
      ? (
          await pool.query<{ id: string }>({
            name: 'houses',
            text: 'select id from providers where path @> array[$1::uuid]',
            values: [provider],
          })
        ).rows.map(({ id }) => id)
      : [];
    // An index has the rows of one provider in order.
    const [only, ...more] = houses;
    const house = more.length > 0 ? houses : only;
    const within = !provider
      ? 'true'
      : more.length > 0
        ? 'provider_id = any($1::uuid[])'
        : 'provider_id = $1';
    const conditions = [
      within,
      status === 'archived' ? 'true' : `status <> 'archived'`,
      view ? `plan = 'complete'` : 'true',
      (status && statuses[status]) ?? 'true',
    ].join(' and ');
    const order = (table: string, id: string) => `${table}.${by} ${dir}, ${table}.${id} ${dir}`;
    const rows = pool.query({
      // With the numbers inlined in its text, a statement is planned once.
      name: `rows-${by}-${dir}-${view}-${status}-${houses.length}-${Number(offset)}`,
      text: `select u.id, u.first_name, u.last_name, u.email, u.image, u.customer_id, l.provider_id, p.name as provider, l.plan,
          l.locked, l.review, l.latest_update, l.status, l.created_at, u.invite_date, l.trial_end_date, u.integrations
        from (select user_id from customer_list where ${conditions} order by ${order('customer_list', 'user_id')}
          offset ${Number(offset)} limit 10) k
        join customer_list l on l.user_id = k.user_id join users u on u.id = l.user_id left join providers p on p.id = l.provider_id
        order by ${order('l', 'user_id')}`,
      values: provider ? [house] : [],
    });
    const counts = pool.query({
      name: `counts-${houses.length}`,
      text: `select status, plan, sum(customers)::int as customers from (
          select status, plan, customers from ${provider ? 'customer_counts' : 'customer_totals'} where ${within}
          union all select status, plan, change from customer_count_changes where ${within}) c
        group by status, plan`,
      values: provider ? [house] : [],
    });
    return { data: (await rows).rows, counts: (await counts).rows };
  });
}
