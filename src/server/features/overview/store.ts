import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import { trialDaysLeft } from '../../../domain/billing/trial.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import { lacksDetails } from '../../db/lists/lacks-details.ts';
import { providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';
import { findOverviewMonths, type OverviewMonth } from './months.ts';
import {
  countCustomers,
  countOf,
  findTrial,
  hasStatus,
  ofProviders,
  totalsOf,
  trialEndsSoon,
} from '../customers/api.ts';

/** The figures of a staff dashboard (GAP-26). The last three are only for administrators of the platform. */
export type StaffOverview = {
  /** Customers whose account is not archived: invited, active and suspended ones. */
  customers: number;
  /** Customers with an ACP file, as in the list of customers (CTABLE-07). */
  completed: number;
  /** Customers with a plan that is started and not complete. */
  draft: number;
  invited: number;
  /** Customers who have not started a plan. A plan that consists of papers counts here until its file is added (CON-16). */
  none: number;
  /** Invitations that expire within seven days. */
  lapsing: number;
  /** Customers of the last seven days. */
  recent: number;
  /** Customers whose trial ends within seven days, as counted in the list of customers. */
  trials: number;
  /** Days left of the trial of the caller's provider or of the ancestor that decides; 0 when it is over, null without a trial. */
  trial_days_left: number | null;
  /** Whether the caller's own provider lacks required details, like a provider that was just invited (GAP-91). */
  details_missing: boolean;
  providers: number | null;
  /** Providers whose contact person has accepted the invitation, and that have no customer yet. */
  registered: number | null;
  /** Providers whose trial ends within seven days. */
  provider_trials: number | null;
  /** The last six months, for staff of a provider; empty for the platform. */
  months: readonly OverviewMonth[];
};

/**
 * Counts everything in a scope exactly; `today` is the date in Melbourne. A provider's staff see nothing of archived descendants
 * (GAP-96); administrators of the platform see the customers of archived providers, who keep their access. Totals of customers
 * are read from stored counts, and those of a few days from an index.
 */
export async function countOverview(tx: Tx, scope: Scope, now: Date, today: IsoDate): Promise<StaffOverview> {
  if (scope.people !== 'subtree' && scope.people !== 'all') return nothing;
  const everywhere = scope.people === 'all';
  const { within, counts } = await countCustomers(tx, scope, null);
  const number = async (condition: RawBuilder<boolean>) => {
    const { rows } = await sql<{ number: number }>`
      select count(*)::int as number from customer_list
      where customer_list.status <> 'archived' and ${condition}
        and ${ofProviders(within, 'customer_list.provider_id')}`.execute(tx);
    return rows[0]?.number ?? 0;
  };
  const at = { now, today };
  const [lapsing, recent, trials, months, places] = await Promise.all([
    number(hasStatus('lapsing', at)),
    number(hasStatus('recent', at)),
    number(hasStatus('trial', at)),
    everywhere ? [] : findOverviewMonths(tx, within.providers ?? [], today),
    everywhere ? countProviders(tx, scope, today) : ofOwnProvider(tx, scope.providerId, today),
  ]);
  const { total, complete } = totalsOf(counts);
  return {
    ...nothing,
    customers: total,
    completed: complete,
    draft: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'draft'),
    invited: countOf(counts, ({ status }) => status === 'invited'),
    none: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'none'),
    lapsing,
    recent,
    trials,
    months,
    ...places,
  };
}

type OfProviders = Pick<StaffOverview, 'providers' | 'registered' | 'provider_trials'>;

async function countProviders(tx: Tx, scope: Scope, today: IsoDate): Promise<Partial<OfProviders>> {
  const { rows } = await sql<OfProviders>`
    select count(*)::int as providers,
      count(*) filter (where p.subscription_id is null and ${trialEndsSoon(sql.ref('p.trial_expiry_date'), today)})::int as provider_trials,
      count(*) filter (where contact.invite_accepted_date is not null
        and not exists (select 1 from customer_list l where l.provider_id = p.id and l.status <> 'archived')
        and not exists (select 1 from customer_list l where l.provider_id = p.id and l.status = 'archived'))::int as registered
    from providers p
    left join users contact on contact.id = p.contact_id
    where not p.archived and ${providerInScope(scope, 'p.path')}`.execute(tx);
  return rows[0] ?? {};
}

async function ofOwnProvider(tx: Tx, providerId: string, today: IsoDate): Promise<Partial<StaffOverview>> {
  const [{ rows }, trial] = await Promise.all([
    sql<Pick<StaffOverview, 'details_missing'>>`
      select ${lacksDetails} as details_missing
      from providers where id = ${providerId}::uuid and not archived`.execute(tx),
    findTrial(tx, providerId, today),
  ]);
  const [own] = rows;
  if (!own) return {};
  if (trial.state === 'none') return own;
  return { ...own, trial_days_left: trial.state === 'over' ? 0 : trialDaysLeft(trial.ends, today) };
}

const nothing: StaffOverview = {
  customers: 0,
  completed: 0,
  draft: 0,
  invited: 0,
  none: 0,
  lapsing: 0,
  recent: 0,
  trials: 0,
  trial_days_left: null,
  details_missing: false,
  providers: null,
  registered: null,
  provider_trials: null,
  months: [],
};
