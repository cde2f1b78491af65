import pg from 'pg';
import { timesFigure, type Figure } from '../../measuring/figure.ts';
import { graphql } from '../list.ts';
import { ask, type Staff } from '../staff.ts';

/** Each report with its numbers, the months and a page of ten rows. */
export const reports = {
  company: `query { getCompanyReport { count summary { customers complete before { complete customers } months { month customers complete } }
    data { id name customers invited active suspended complete drafts users } } }`,
  completions: `query { getCompletionsReport { count summary { completed drafts months { month completed external changed started drafts } }
    data { id name completed external changed started drafts } } }`,
  customers: `query { getCustomersReport { count summary { customers invited active suspended archived }
    data { id first_name last_name provider status plan added_on signed_on } } }`,
  subscriptions: `query { getSubscriptionsReport { count summary { count paid pending overdue }
    data { id payer payment_plan status fee paid open } } }`,
  audit: `query { getAuditReport { count summary { entries plans people } data { id at event by person customer } } }`,
} as const;

/** The same query with a provider as a variable. */
export const ofProvider = (report: keyof typeof reports): string =>
  reports[report]
    .replace('query {', 'query ($provider_id: String) {')
    .replace(/get\w+/, '$&(provider_id: $provider_id)');

const audit = (filters: string) =>
  `query { getAuditReport(${filters}) { count summary { entries plans people } data { id at event by person customer } } }`;

/** Queries of the audit report with each of its filters, over the two years that have most entries. */
function filtered({ staff, customer }: Staff['providers']): Readonly<Record<string, string>> {
  const all = `period_from: "${new Date(Date.now() - 730 * 86_400_000).toISOString().slice(0, 10)}"`;
  return {
    'audit of an event': audit(`${all}, event: "pdfDownloaded"`),
    'audit of a staff member with a tenth of all entries': audit(`${all}, actor_id: "${staff}"`),
    'audit of both': audit(`${all}, actor_id: "${staff}", event: "pdfDownloaded"`),
    'audit of a customer': audit(`${all}, user_id: "${customer}"`),
  };
}

/** The reports that a provider's administrator has. */
const ofProviders = ['company', 'audit'] as const;

const repeated = 60;
const mostMs = 50;

async function timesOf(staff: Staff, query: string): Promise<number[]> {
  const client = graphql(staff, query, () => ({}));
  const times: number[] = [];
  for (let count = 0; count < repeated; count += 1) {
    const { took } = await ask(staff, client);
    if (count >= 10) times.push(took);
  }
  return times;
}

/** Returns how many numbers of the months differ from a count of the customers' dates. */
export async function wrongMonths(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ wrong: number }>(`
    with kept as (
      select provider_id, status, month, sum(joined) as joined, sum(completed) as completed, sum(started) as started from (
        select provider_id, status, month, joined, completed, started from report_months
        union all select provider_id, status, month, joined, completed, started from report_month_changes) k
      group by 1, 2, 3
    ), counted as (
      select m.provider_id, m.status, k.month, count(*) filter (where k.kind = 'joined') as joined,
        count(*) filter (where k.kind = 'completed') as completed, count(*) filter (where k.kind = 'started') as started
      from customer_milestones m cross join lateral milestone_months(m) k group by 1, 2, 3
    )
    select count(*)::int as wrong from kept full join counted on kept.provider_id is not distinct from counted.provider_id
      and kept.status = counted.status and kept.month = counted.month
    where coalesce(kept.joined, 0) <> coalesce(counted.joined, 0) or coalesce(kept.completed, 0) <> coalesce(counted.completed, 0)
      or coalesce(kept.started, 0) <> coalesce(counted.started, 0)`);
  await client.end();
  return rows[0]?.wrong ?? -1;
}

/** Measures each report for one caller: the platform's, and those of the largest and of a small provider. */
export async function reportFigures({
  admin,
  largest,
  small,
}: Readonly<Record<'admin' | 'largest' | 'small', Staff>>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, query] of Object.entries(reports))
    figures.push(
      timesFigure(`report, ${name}: all providers`, await timesOf(admin, query), mostMs, ', one caller'),
    );
  for (const name of ofProviders)
    for (const [who, staff] of Object.entries({ largest, small }))
      figures.push(
        timesFigure(`report, ${name}: ${who}`, await timesOf(staff, reports[name]), mostMs, ', one caller'),
      );
  for (const [who, staff] of Object.entries({ admin, largest, small }))
    for (const [name, query] of Object.entries(filtered(staff.providers)))
      figures.push(
        timesFigure(`report, ${name}: ${who}`, await timesOf(staff, query), mostMs, ', one caller'),
      );
  return figures;
}
