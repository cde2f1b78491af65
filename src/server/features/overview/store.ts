import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import { lacksDetails } from '../../db/lists/lacks-details.ts';
import { providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';
import { countCustomers, countOf, customersIn, hasStatus, ofProviders, totalsOf } from '../customers/api.ts';

/** The figures of a staff dashboard (GAP-26). The last two are for those who run the platform alone. */
export type StaffOverview = {
  /** Customers whose account is not archived: invited, active and suspended ones. */
  customers: number;
  /** Those with an ACP file, as the list of customers has it (CTABLE-07). */
  completed: number;
  /** All others. A plan that came on papers counts here until its file is added (CON-16). */
  draft: number;
  invited: number;
  /** Those who have not begun a plan. */
  none: number;
  /** Invitations that are over in seven days or sooner. */
  lapsing: number;
  /** Those who came in the last seven days. */
  recent: number;
  /** Of providers for the platform, of customers for a provider: over in seven days or sooner. */
  trials: number;
  /** Days until the trial of one's own provider ends; null without a trial, or when it is over. */
  trial_days_left: number | null;
  /** Whether one's own provider lacks what its page asks for, as one that was just invited does (GAP-91). */
  details_missing: boolean;
  providers: number | null;
  /** Providers whose contact has accepted the invitation, and who have no customer yet. */
  registered: number | null;
};

/** How soon a trial must end to be counted, in days. */
const soon = 7;

/**
 * Counts what lies in a scope, exactly; `today` is the date in Melbourne. A provider's staff see nothing of archived providers under
 * theirs (GAP-96); those who run the platform see the customers of archived providers, who keep their access. Customers are taken
 * from what is counted already, and those of some days from an index.
 */
export async function countOverview(tx: Tx, scope: Scope, now: Date, today: IsoDate): Promise<StaffOverview> {
  if (scope.people !== 'subtree' && scope.people !== 'all') return nothing;
  const everywhere = scope.people === 'all';
  const within = await customersIn(tx, scope, null);
  const number = async (condition: RawBuilder<boolean>) => {
    const { rows } = await sql<{ number: number }>`
      select count(*)::int as number from customer_list
      where customer_list.status <> 'archived' and ${condition}
        and ${ofProviders(within, 'customer_list.provider_id')}`.execute(tx);
    return rows[0]?.number ?? 0;
  };
  const at = { now, today };
  const [counts, lapsing, recent, ending, places] = await Promise.all([
    countCustomers(tx, within),
    number(hasStatus('lapsing', at)),
    number(hasStatus('recent', at)),
    everywhere ? null : number(hasStatus('trial', at)),
    everywhere ? countProviders(tx, scope, today) : ofOwnProvider(tx, scope.providerId, today),
  ]);
  const { total, complete } = totalsOf(counts);
  return {
    ...nothing,
    customers: total,
    completed: complete,
    draft: total - complete,
    invited: countOf(counts, ({ status }) => status === 'invited'),
    none: countOf(counts, ({ status, plan }) => status !== 'archived' && plan === 'none'),
    lapsing,
    recent,
    ...(ending !== null && { trials: ending }),
    ...places,
  };
}

type OfProviders = Pick<StaffOverview, 'trials' | 'providers' | 'registered'>;

async function countProviders(tx: Tx, scope: Scope, today: IsoDate): Promise<Partial<OfProviders>> {
  const { rows } = await sql<OfProviders>`
    select count(*)::int as providers,
      count(*) filter (where p.trial_expiry_date > ${today}::date and p.trial_expiry_date <= ${today}::date + ${soon}::int)::int as trials,
      count(*) filter (where contact.invite_accepted_date is not null
        and not exists (select 1 from customer_list l where l.provider_id = p.id and l.status <> 'archived')
        and not exists (select 1 from customer_list l where l.provider_id = p.id and l.status = 'archived'))::int as registered
    from providers p
    left join users contact on contact.id = p.contact_id
    where not p.archived and ${providerInScope(scope, 'p.path')}`.execute(tx);
  return rows[0] ?? {};
}

async function ofOwnProvider(tx: Tx, providerId: string, today: IsoDate): Promise<Partial<StaffOverview>> {
  const { rows } = await sql<Pick<StaffOverview, 'trial_days_left' | 'details_missing'>>`
    select case when trial_expiry_date > ${today}::date then trial_expiry_date - ${today}::date end as trial_days_left,
      ${lacksDetails} as details_missing
    from providers where id = ${providerId}::uuid and not archived`.execute(tx);
  return rows[0] ?? {};
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
};
