import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { invitationOver } from '../../src/domain/customers/invitation.ts';
import { isPlaceholderEmail } from '../../src/domain/customers/placeholder-email.ts';
import { acpStatusOf, planStateOf } from '../../src/domain/customers/plan-state.ts';
import { personLimit } from '../../src/server/pipeline/limits/person-limit.ts';
import { findSession, gather, type Connected } from './handwritten-session.ts';

type Input = {
  view?: 'complete';
  status?: string;
  order_by?: string;
  offset?: number;
  provider_id?: string;
};

const orders: Readonly<Record<string, string>> = {
  created_at_desc: 'created_at desc, user_id desc',
  created_at_asc: 'created_at asc, user_id asc',
  name_asc: 'sort_name asc, user_id asc',
  name_desc: 'sort_name desc, user_id desc',
};
const statuses: Readonly<Record<string, string>> = {
  draft: `plan <> 'complete'`,
  none: `plan = 'none'`,
  invited: `status = 'invited'`,
  suspended: `status = 'suspended'`,
  archived: `status = 'archived'`,
};
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A page of the list of customers in handwritten code: one route and plain SQL, without GraphQL and query builder, with all
 * of the product's guarantees: the current session from the database, the role, rate limits per network and person, the refusal of
 * cross-site requests, the headers; the same rows and numbers by the same rules. Only for platform staff, who see all customers.
 */
export function addHandwrittenList(app: FastifyInstance, databaseUrl: string): void {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    statement_timeout: 10_000,
    query_timeout: 15_000,
    keepAlive: true,
    pipeline: true,
  });
  app.addHook('onClose', () => pool.end());
  const callsOfPerson = personLimit({ atOnce: 5, waitingAtMost: 100, inMinute: 1e9 });
  app.post('/api/list', async (request, reply) => {
    const session = await findSession(pool, request.headers.cookie);
    if (!session || session.role !== 'admin' || !session.second_step_on)
      return reply.code(403).send({ error: 'forbidden' });
    const { view, status, order_by = 'created_at_desc', offset = 0, provider_id } = request.body as Input;
    const isRight =
      orders[order_by] !== undefined &&
      Number.isInteger(offset) &&
      offset >= 0 &&
      offset <= 100_000 &&
      (view === undefined || view === 'complete') &&
      (status === undefined || statuses[status] !== undefined) &&
      (provider_id === undefined || uuid.test(provider_id));
    if (!isRight) return reply.code(400).send({ error: 'invalid' });
    const asked = { view, status, order: orders[order_by]!, offset, provider: provider_id };
    return callsOfPerson(session.user_id, () => readPage(pool, asked));
  });
}

type Asked = {
  view: string | undefined;
  status: string | undefined;
  order: string;
  offset: number;
  provider: string | undefined;
};

type Counted = { status: string; plan: string; customers: number };

const counted = (sums: string, within: string) => `
  select status, plan, sum(customers)::int as customers from (
    select status, plan, customers from ${sums} where ${within}
    union all select status, plan, change from customer_count_changes where ${within}) c
  group by status, plan`;

async function readPage(pool: pg.Pool, asked: Asked) {
  const client = (await pool.connect()) as Connected;
  try {
    gather(client);
    if (asked.provider === undefined) {
      const counts = client.query<Counted>({ name: 'all', text: counted('customer_totals', 'true') });
      const rows = pageOf(client, asked, []);
      return answer(asked, (await counts).rows, await rows);
    }
    const places = client.query<{ houses: string[]; counts: Counted[] }>({
      name: 'houses',
      text: `with place as materialized (select id from providers where path @> array[$1::uuid])
        select array(select id from place) as houses, coalesce((select json_agg(c) from (
          ${counted('customer_counts', 'provider_id = any(array(select id from place))')}) c), '[]') as counts`,
      values: [asked.provider],
    });
    // Most providers have no sub-providers.
    const guess = pageOf(client, asked, [asked.provider]);
    guess.catch(() => {});
    const { houses, counts } = (await places).rows[0]!;
    return answer(asked, counts, houses.length === 1 ? await guess : await pageOf(client, asked, houses));
  } finally {
    client.release();
  }
}

async function pageOf(client: pg.PoolClient, asked: Asked, houses: readonly string[]) {
  const { view, status, order, offset } = asked;
  const within =
    houses.length === 0 ? 'true' : houses.length === 1 ? 'provider_id = $1' : 'provider_id = any($1)';
  const where = [
    within,
    status === 'archived' ? 'true' : `status <> 'archived'`,
    view ? `plan = 'complete'` : 'true',
    (status && statuses[status]) ?? 'true',
  ].join(' and ');
  const length = offset === 0 ? 10 : [1_000, 10_000, 101_000].find((rows) => rows >= offset + 10);
  const [place, ...more] = houses;
  const values = [...(place ? [more.length > 0 ? houses : place] : []), ...(offset > 0 ? [offset] : [])];
  const { rows } = await client.query({
    name: `page ${houses.length} ${status} ${view} ${order.slice(0, 16)} ${length}`,
    text: `select u.id, u.first_name, u.last_name, u.email, u.email_designated_at, u.image, u.customer_id, l.provider_id,
        p.name as provider, l.plan, l.locked, l.review, l.latest_update, l.status, l.created_at, u.invite_date, u.reminded_at,
        l.trial_end_date::text, u.integrations
      from (select user_id from (select user_id, created_at, sort_name from customer_list where ${where}
        order by ${order} limit ${length}) b order by ${order} offset ${offset > 0 ? `$${values.length}` : '0'} limit 10) k
      join customer_list l on l.user_id = k.user_id join users u on u.id = l.user_id left join providers p on p.id = l.provider_id
      order by ${order.replaceAll(/(created_at|sort_name|user_id)/g, 'l.$1')}`,
    values,
  });
  return rows.map((row) => {
    const isPlaceholder = isPlaceholderEmail(row.email);
    return {
      id: row.id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: isPlaceholder ? null : row.email,
      designated_email: row.email_designated_at !== null,
      placeholder_email: isPlaceholder,
      image: row.image,
      customer_id: row.customer_id,
      provider_id: row.provider_id,
      provider: row.provider,
      acp_status: acpStatusOf(row.plan),
      plan_state: planStateOf(row.plan, row),
      latest_update: row.latest_update,
      customer_status: row.status,
      created_at: row.created_at,
      invite_date: row.invite_date,
      invitation_expires:
        row.status === 'invited' && row.invite_date ? invitationOver(row.invite_date) : null,
      last_reminder: row.reminded_at,
      trial_end_date: row.trial_end_date,
      integrations: row.integrations,
    };
  });
}

function answer({ view, status }: Asked, counts: readonly Counted[], data: unknown[]) {
  const sum = (isCounted: (kind: Counted) => boolean) =>
    counts.reduce((all, kind) => (isCounted(kind) ? all + kind.customers : all), 0);
  const isShown = (kind: Counted) =>
    (status === 'archived') === (kind.status === 'archived') &&
    (!view || kind.plan === 'complete') &&
    (status !== 'draft' || kind.plan !== 'complete') &&
    (status !== 'none' || kind.plan === 'none') &&
    ((status !== 'invited' && status !== 'suspended') || kind.status === status);
  return {
    count: sum(isShown),
    count_is_exact: true,
    total: sum((kind) => kind.status !== 'archived'),
    complete: sum((kind) => kind.status !== 'archived' && kind.plan === 'complete'),
    data,
  };
}
