import { digits, quantile, timesFigure, type Figure } from '../measuring/figure.ts';
import { byTurns, runLoad, type Client } from '../measuring/load.ts';
import { ask, type Staff } from './staff.ts';

/** Arguments of a page of customers. */
export type Asked = {
  name: string;
  view?: 'complete';
  status?: string;
  order_by?: string;
  provider?: 'largest' | 'small';
  page?: number;
};

const orders = ['created_at_desc', 'created_at_asc', 'name_asc', 'name_desc'] as const;

/** Every filter and order of the specification, first page and page 500. */
export const pages: readonly Asked[] = [
  ...orders.map((order_by) => ({ name: `by ${order_by}`, order_by })),
  ...orders.map((order_by) => ({ name: `by ${order_by}, page 500`, order_by, page: 500 })),
  { name: 'complete plans', view: 'complete' },
  { name: 'complete plans, page 500', view: 'complete', page: 500 },
  ...['draft', 'none', 'invited', 'suspended', 'archived'].map((status) => ({ name: status, status })),
  { name: 'draft, page 500', status: 'draft', page: 500 },
  { name: 'the largest provider', provider: 'largest' },
  { name: 'the largest provider, page 500', provider: 'largest', page: 500 },
  {
    name: 'the largest provider, complete, by name',
    provider: 'largest',
    view: 'complete',
    order_by: 'name_asc',
  },
  { name: 'a small provider', provider: 'small' },
  { name: 'a small provider, by name', provider: 'small', order_by: 'name_asc' },
];

/** Filters beyond the specification. */
export const morePages: readonly Asked[] = ['lapsing', 'recent', 'trial', 'review'].map((status) => ({
  name: status,
  status,
}));

const columns = `id first_name last_name email designated_email placeholder_email image customer_id provider_id provider acp_status
  plan_state latest_update customer_status created_at invite_date invitation_expires last_reminder trial_end_date
  integrations { type }`;

const query = `query getCustomers($search: String, $provider_id: String, $view: String, $status: String, $offset: Int, $order_by: String) {
  getCustomers(search: $search, provider_id: $provider_id, view: $view, status: $status, offset: $offset, limit: 10, order_by: $order_by) {
    count count_is_exact total complete data { ${columns} } } }`;

/** Makes an API call as a staff member. An error in the response is a failure. */
export function graphql(staff: Staff, query: string, variables: () => object): Client {
  const headers = { 'content-type': 'application/json', origin: staff.origin, cookie: staff.cookie };
  return {
    next: () => ({
      method: 'POST',
      path: '/api/graphql',
      headers,
      body: JSON.stringify({ query, variables: variables() }),
    }),
    take(body) {
      if (body.startsWith('{"errors"') || body.includes('"errors":['))
        throw new Error(`The API refused: ${body.slice(0, 300)}`);
    },
  };
}

const offsetOf = ({ page = 1 }: Asked) => (page - 1) * 10;

/** Loads one page repeatedly. */
export const ours = (staff: Staff, asked: Asked): Client => {
  const { view, status, order_by, provider } = asked;
  const variables = {
    ...{ view, status, order_by, offset: offsetOf(asked) },
    provider_id: provider && staff.providers[provider],
  };
  return graphql(staff, query, () => variables);
};

const bare = (staff: Staff, asked: Asked): Client => {
  const [, by = 'created_at', dir = 'desc'] = /^(.*)_(asc|desc)$/.exec(asked.order_by ?? '') ?? [];
  const parameters = new URLSearchParams({ by: by === 'name' ? 'sort_name' : by, dir });
  if (asked.view) parameters.set('view', asked.view);
  if (asked.status) parameters.set('status', asked.status);
  if (asked.provider) parameters.set('provider', staff.providers[asked.provider]);
  parameters.set('offset', String(offsetOf(asked)));
  return { next: () => ({ method: 'GET', path: `/customers?${parameters}`, headers: {} }) };
};

/** Loads the same page through the handwritten route. */
const byHand = (origin: string, staff: Staff, asked: Asked): Client => {
  const { view, status, order_by, provider } = asked;
  const body = { view, status, order_by, offset: offsetOf(asked) };
  const headers = { 'content-type': 'application/json', origin, cookie: staff.cookie };
  return {
    next: () => ({
      ...{ method: 'POST', path: '/api/list', headers },
      body: JSON.stringify({ ...body, ...(provider && { provider_id: staff.providers[provider] }) }),
    }),
  };
};

/** Pages for which the handwritten route is compared too. */
const alsoByHand = [
  'by created_at_desc',
  'by name_desc, page 500',
  'complete plans',
  'the largest provider',
  'a small provider',
];

/** Compares the product with a handwritten route that has the same guarantees, and that route with the bare one. */
async function handFigures(
  team: readonly Staff[],
  origins: { ours: string; bare: string; hand: string },
  asked: Asked,
): Promise<Figure[]> {
  const runs = await byTurns(3, {
    ours: () =>
      runLoad(
        origins.ours,
        team.map((staff) => ours(staff, asked)),
        1,
      ),
    hand: () =>
      runLoad(
        origins.hand,
        team.map((staff) => byHand(origins.hand, staff, asked)),
        1,
      ),
    bare: () =>
      runLoad(
        origins.bare,
        team.map((staff) => bare(staff, asked)),
        1,
      ),
  });
  const about = `${digits(runs.ours.perSecond)} a second, by hand ${digits(runs.hand.perSecond)}, bare ${digits(runs.bare.perSecond)}; 95 of 100 by hand ${digits(runs.hand.p95)} ms`;
  const name = `list: ${asked.name}`;
  return [
    {
      name: `${name}, of by hand`,
      value: runs.ours.perSecond / runs.hand.perSecond,
      unit: 'of by hand',
      about,
    },
    { name: `${name}, by hand`, value: runs.hand.perSecond / runs.bare.perSecond, unit: 'of bare' },
  ];
}

/** The views of the list, as one caller loads their first page (N-03). */
const views: readonly Asked[] = [
  { name: 'all' },
  { name: 'complete plans', view: 'complete' },
  ...[
    ['no plan yet', 'none'],
    ['look at it again', 'again'],
    ['invited', 'invited'],
    ['new this month', 'month'],
    ['to be removed', 'removing'],
    ['archived', 'archived'],
  ].map(([name = '', status = '']) => ({ name, status })),
];

const repeated = 60;

/**
 * Loads pages of the list as one caller: the first page of each view, of all customers, of the largest provider and of a small one, and page 500
 * of the largest.
 */
export async function callerFigures(caller: Staff): Promise<Figure[]> {
  const figures: Figure[] = [];
  const firstPages = ([undefined, 'largest', 'small'] as const).flatMap((provider) =>
    views.map((view): [Asked, number] => [
      { ...view, name: `${view.name}, ${provider ?? 'all providers'}`, ...(provider && { provider }) },
      5,
    ]),
  );
  const later: [Asked, number] = [
    { name: 'page 500 of the largest provider', provider: 'largest', page: 500 },
    8,
  ];
  for (const [asked, most] of [...firstPages, later]) {
    const client = ours(caller, asked);
    const times: number[] = [];
    for (let count = 0; count < repeated; count += 1) {
      const { took } = await ask(caller, client);
      if (count >= 10) times.push(took);
    }
    figures.push(timesFigure(`list, one caller: ${asked.name}`, times, most));
  }
  return figures;
}

/** Loads pages of the list as eight staff at once, in comparison with a bare route that reads the same rows. */
export async function listFigures(
  team: readonly Staff[],
  origins: { ours: string; bare: string; hand: string },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const asked of pages) {
    const runs = await byTurns(3, {
      ours: () =>
        runLoad(
          origins.ours,
          team.map((staff) => ours(staff, asked)),
          1,
        ),
      bare: () =>
        runLoad(
          origins.bare,
          team.map((staff) => bare(staff, asked)),
          1,
        ),
    });
    const { p50, p95, p99, perSecond } = runs.ours;
    figures.push({
      name: `list: ${asked.name}`,
      value: p95,
      unit: 'ms, 95 of 100',
      goal: { most: 20 },
      about: `half ${digits(p50)} ms, 99 of 100 ${digits(p99)} ms; ${digits(perSecond)} a second against ${digits(runs.bare.perSecond)} bare, whose p95 is ${digits(runs.bare.p95)} ms: ${digits(perSecond / runs.bare.perSecond)}`,
    });
    figures.push({
      name: `list: ${asked.name}, of bare`,
      value: perSecond / runs.bare.perSecond,
      unit: 'of bare',
      goal: { least: 0.6 },
    });
  }
  for (const asked of pages)
    if (alsoByHand.includes(asked.name)) figures.push(...(await handFigures(team, origins, asked)));
  for (const asked of morePages) {
    const { p50, p95 } = await runLoad(
      origins.ours,
      team.map((staff) => ours(staff, asked)),
      3,
    );
    figures.push({
      name: `list: ${asked.name}`,
      value: p95,
      unit: 'ms, 95 of 100',
      goal: { most: 20 },
      about: `half ${digits(p50)} ms`,
    });
  }
  return figures;
}

/** Runs realistic searches, each as one staff member; reports the `slowest` by name. */
export async function searchFigures(
  team: readonly Staff[],
  terms: readonly { kind: string; term: string }[],
): Promise<Figure[]> {
  const times = new Map<string, number[]>();
  const slow: { term: string; took: number }[] = [];
  const waiting = [...terms, ...terms];
  await Promise.all(
    team.map(async (staff) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { kind, term } = next;
        const client = graphql(staff, query, () => ({ search: term, offset: 0 }));
        const { took } = await ask(staff, client);
        times.set(kind, [...(times.get(kind) ?? []), took]);
        slow.push({ term, took });
      }
    }),
  );
  const all = [...times.values()].flat().toSorted((a, b) => a - b);
  const slowest = slow.toSorted((a, b) => b.took - a.took).slice(0, 5);
  const kinds = [...times].map(
    ([kind, some]) =>
      `${kind} ${digits(
        quantile(
          some.toSorted((a, b) => a - b),
          0.95,
        ),
      )}`,
  );
  return [
    {
      name: `search, ${terms.length} terms twice`,
      value: quantile(all, 0.95),
      unit: 'ms, 95 of 100',
      goal: { most: 20 },
      about: `half ${digits(quantile(all, 0.5))} ms, 99 of 100 ${digits(quantile(all, 0.99))} ms; 95 of 100 by kind: ${kinds.join(', ')}; slowest: ${slowest.map(({ term, took }) => `"${term}" ${digits(took)}`).join(', ')}`,
    },
  ];
}
