import { sql } from 'kysely';
import type { Scope } from '../../../domain/access/scope.ts';
import type { IsoDate } from '../../../domain/fields.ts';
import { inScope, isNoWaitingSignUp, providerInScope } from '../../db/lists/scope.ts';
import type { Tx } from '../../pipeline/context.ts';

/** The figures of a staff dashboard (GAP-26). The last two are for those who run the platform alone. */
export type StaffOverview = {
  /** Customers whose account is not archived: invited, active and suspended ones. */
  customers: number;
  /** Those with a signed plan, or one that came on papers. */
  completed: number;
  draft: number;
  invited: number;
  /** Of providers for the platform, of customers for a provider: over in seven days or sooner. */
  trials: number;
  /** Days until the trial of one's own provider ends; null without a trial, or when it is over. */
  trial_days_left: number | null;
  providers: number | null;
  /** Providers whose contact has accepted the invitation, and who have no customer yet. */
  registered: number | null;
};

/** How soon a trial must end to be counted, in days. */
const soon = 7;

/**
 * Counts, in one statement, what lies in a scope. `today` is the date in Melbourne. A provider's staff see nothing of archived
 * providers under theirs (GAP-96); those who run the platform see the customers of archived providers, who keep their access.
 */
export async function countOverview(tx: Tx, scope: Scope, today: IsoDate): Promise<StaffOverview> {
  if (scope.people !== 'subtree' && scope.people !== 'all') return nothing;
  const everywhere = scope.people === 'all';
  const root = everywhere ? null : scope.providerId;
  const { rows } = await sql<Record<keyof StaffOverview, number | null>>`
    with places as (
      select id, contact_id, trial_expiry_date from providers
      where not archived and ${providerInScope(scope)}
    ), people as (
      select u.status, u.trial_end_date, coalesce(a.status = 'complete' or a.external, false) as complete,
        a.id is not null as has_plan
      from users u
      join permission_roles r on r.id = u.permission_role_id and r.role = 'user'
      left join acps a on a.user_id = u.id and a.type = 'active'
      where u.status <> 'archived' and ${isNoWaitingSignUp('u')} and ${inScope(scope, { person: 'u.id', provider: 'u.provider_id' }, { archived: false })}
    )
    select count(*)::int as customers,
      count(*) filter (where complete)::int as completed,
      count(*) filter (where has_plan and not complete)::int as draft,
      count(*) filter (where status = 'invited')::int as invited,
      case when ${everywhere}::boolean
        then (select count(*) from places where trial_expiry_date > ${today}::date and trial_expiry_date <= ${today}::date + ${soon}::int)
        else count(*) filter (where trial_end_date > ${today}::date and trial_end_date <= ${today}::date + ${soon}::int)
      end::int as trials,
      (select trial_expiry_date - ${today}::date from places where id = ${root}::uuid and trial_expiry_date > ${today}::date)
        as trial_days_left,
      case when ${everywhere}::boolean then (select count(*) from places)::int end as providers,
      case when ${everywhere}::boolean then (
        select count(*) from places p join users contact on contact.id = p.contact_id
        where contact.invite_accepted_date is not null and not exists (
          select 1 from users u join permission_roles r on r.id = u.permission_role_id and r.role = 'user'
          where u.provider_id = p.id and ${isNoWaitingSignUp('u')})
      )::int end as registered
    from people`.execute(tx);
  return rows[0] as StaffOverview;
}

const nothing: StaffOverview = {
  customers: 0,
  completed: 0,
  draft: 0,
  invited: 0,
  trials: 0,
  trial_days_left: null,
  providers: null,
  registered: null,
};
