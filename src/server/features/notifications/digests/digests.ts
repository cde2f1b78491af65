import { sql } from 'kysely';
import type { Role } from '../../../../domain/access/actors.ts';
import { scopeOf, type Scope } from '../../../../domain/access/scope.ts';
import type { ActivityTemplate } from '../../../../domain/activities.ts';
import type { EventName, Events } from '../../../../domain/events.ts';
import { melbourneDate, timeZone, type IsoDate } from '../../../../domain/fields.ts';
import { digestPeriod, type Period } from '../../../../domain/accounts/notification-settings.ts';
import { customerRole } from '../../../db/customer-role.ts';
import { inScope, isNoWaitingSignUp, providerInScope } from '../../../db/lists/scope.ts';
import type { Services, Tx } from '../../../pipeline/context.ts';
import type { DigestCounts } from '../../../mails/digest-mail.ts';
import { findSettings } from '../settings-store.ts';

/** Number of people in one statement. */
const batchSize = 500;

const startOf = (date: IsoDate) =>
  new Date(Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds);

/**
 * Emits the events for the summaries of the last month or year: one for each staff member who has chosen one. Marking and
 * emitting are one statement, so each summary is due only once, even after a crash or with several processes. A person who joined
 * later gets none. Returns the number of events.
 */
export async function makeDigestsDue({
  db,
  clock,
  eventsWaiting,
}: Pick<Services, 'db' | 'clock' | 'eventsWaiting'>): Promise<number> {
  const today = melbourneDate(clock());
  let total = 0;
  for (const frequency of ['monthly', 'annually'] as const) {
    const period = digestPeriod(frequency, today);
    if (!period) continue;
    for (;;) {
      const due = await takeBatch(db, frequency, period);
      total += due;
      if (due < batchSize) break;
    }
  }
  if (total > 0) eventsWaiting();
  return total;
}

async function takeBatch(
  tx: Tx,
  frequency: Events['digest.due']['frequency'],
  { from, to }: Period,
): Promise<number> {
  const end = startOf(to);
  const payload: Omit<Events['digest.due'], 'user_id'> = { frequency, from, to };
  const { rows } = await sql<{ count: number }>`
    with wanted as (
      select staff.id
      from users staff
      join permission_roles role on role.id = staff.permission_role_id
      left join providers provider on provider.id = staff.provider_id
      left join notification_settings settings on settings.user_id = staff.id
      where role.role <> 'user' and staff.permission_role_id <> ${customerRole} and staff.status = 'active' and staff.created_at < ${end}
        and coalesce(provider.archived, false) = false
        and coalesce(settings.email_frequency, 'monthly') = ${frequency}
        and (settings.digest_sent_until is null or settings.digest_sent_until < ${end})
      order by staff.id
      limit ${batchSize}
    ), taken as (
      insert into notification_settings as settings (user_id, digest_sent_until)
      select id, ${end} from wanted
      on conflict (user_id) do update set digest_sent_until = excluded.digest_sent_until
        where settings.digest_sent_until is null or settings.digest_sent_until < excluded.digest_sent_until
      returning user_id
    ), notified as (
      insert into outbox (type, payload)
      select ${'digest.due' satisfies EventName}, ${JSON.stringify(payload)}::jsonb || jsonb_build_object('user_id', user_id) from taken
      returning 1
    )
    select count(*)::int as count from notified`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Receiver of a summary, with its content. */
export type DigestReceiver = { provider: string | null; counts: DigestCounts };

/**
 * Counts the numbers of a summary for one staff member: for the people under their provider, or for all people if they run the
 * platform. Null for a person who has left the staff, or has switched summaries off.
 */
export async function countDigest(
  tx: Tx,
  userId: string,
  { from, to }: Period,
): Promise<DigestReceiver | null> {
  const person = await tx
    .selectFrom('users')
    .innerJoin('permission_roles as role', 'role.id', 'users.permission_role_id')
    .leftJoin('providers as provider', 'provider.id', 'users.provider_id')
    .select(['role.role', 'users.status', 'users.provider_id', 'provider.name', 'provider.archived'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!person || person.role === 'user' || person.status !== 'active' || person.archived) return null;
  const settings = await findSettings(tx, userId);
  if (settings.email_frequency === 'never') return null;
  const counts = await countIn(tx, scopeOfStaff(userId, person.role, person.provider_id), {
    from: startOf(from),
    to: startOf(to),
  });
  return {
    provider: person.name,
    counts: {
      signups: settings.new_customers ? counts.signups : null,
      users: settings.new_users ? counts.users : null,
      completed: settings.acp_completed ? counts.completed : null,
      updated: settings.acp_updated ? counts.updated : null,
      draft: counts.draft,
      invited: counts.invited,
    },
  };
}

const noFlags = { can_manage_acp: false, can_manage_all: false, can_manage_user: false };

const scopeOfStaff = (userId: string, role: Role, providerId: string | null): Scope =>
  scopeOf({
    kind: 'person',
    userId,
    role,
    providerId,
    flags: noFlags,
    actingStaffId: null,
    secondStepDue: false,
    consentDue: false,
  });

type Counts = Record<keyof DigestCounts, number>;

/**
 * Counts the numbers of a scope. The list of customers already has the numbers of plans and invitations; activities are found by
 * the people of a provider, or by time for the whole platform.
 */
async function countIn(tx: Tx, scope: Scope, { from, to }: { from: Date; to: Date }): Promise<Counts> {
  const counted = ['accountOpened', 'ACP_COMPLETED', 'ACP_UPDATED'] satisfies ActivityTemplate[];
  const isThen = sql`activity.created_at >= ${from} and activity.created_at < ${to}
    and activity.template in (${sql.join(counted)})`;
  // As an array: for a join with the providers the planner expects most people, and scans all of them.
  const isOfScope =
    scope.people === 'subtree'
      ? sql`person.provider_id = any(array(select id from providers where ${providerInScope(scope)}))`
      : inScope(scope, { person: 'person.id', provider: 'person.provider_id' });
  // Pending sign-ups are few, and have their own index.
  const happened =
    scope.people === 'all'
      ? sql`select activity.template from recent_activities activity
          where ${isThen} and not exists (
            select from users person where person.id = activity.user_id and not ${isNoWaitingSignUp('person')})`
      : sql`select activity.template from users person cross join lateral (
            select template from recent_activities activity where activity.user_id = person.id and ${isThen}) activity
          where ${isNoWaitingSignUp('person')} and ${isOfScope}`;
  const isCounted = inScope(scope, { person: 'person.user_id', provider: 'person.provider_id' });
  const { rows } = await sql<Counts>`
    with happened as (select template, count(*)::int as count from (${happened}) line group by template),
    customers as (
      select status, plan, customers as count from customer_counts person where ${isCounted}
      union all select status, plan, change from customer_count_changes person where ${isCounted}
    )
    select
      coalesce((select count from happened where template = 'accountOpened'), 0) as signups,
      coalesce((select count from happened where template = 'ACP_COMPLETED'), 0) as completed,
      coalesce((select count from happened where template = 'ACP_UPDATED'), 0) as updated,
      (select count(*)::int from users person where person.permission_role_id <> ${customerRole} and person.status <> 'invited'
        and ${isNoWaitingSignUp('person')} and ${isOfScope}
        and coalesce(person.invite_accepted_date, person.created_at) >= ${from}
        and coalesce(person.invite_accepted_date, person.created_at) < ${to}) as users,
      coalesce((select sum(count) from customers where status = 'active' and plan <> 'complete'), 0)::int as draft,
      coalesce((select sum(count) from customers where status = 'invited'), 0)::int as invited`.execute(tx);
  return rows[0] ?? { signups: 0, users: 0, completed: 0, updated: 0, draft: 0, invited: 0 };
}
