import { sql, type RawBuilder } from 'kysely';
import { invitationDays } from '../../../../domain/customers/invitation.ts';
import {
  answerWithinDays,
  declinedForDays,
  needKinds,
  newForDays,
  openingsSince,
  shownOnRequest,
  shownPerNeed,
  type NeedKind,
} from '../../../../domain/customers/today.ts';
import { timeZone } from '../../../../domain/fields.ts';
import type { CustomerRow } from '../../../../domain/lists/definitions/customers/customer-columns.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { customerRowOf } from '../customer-row.ts';
import { hasRemindersHeld } from '../conversations/store.ts';
import { backFromHospital, customerRows, hasStatus, isOldPlan, type At } from '../customer-sql.ts';
import { ofProviders, type CustomerScope } from '../list/places.ts';

/**
 * A resident who needs something. `at` is the moment of the reason; `declined`: a contact said no, instead of not answering; `back`:
 * the resident is back from hospital.
 */
export type Need = { kind: NeedKind; customer: CustomerRow; at: Date; declined: boolean; back: boolean };

/** Number of residents with a reason. */
export type NeedCount = { kind: NeedKind; count: number };

/**
 * Content of the page of the day: the number of people who need something, in total and for each reason, and the first residents for
 * each reason.
 */
export type Today = { people: number; counts: NeedCount[]; needs: Need[] };

const nothing: Today = { people: 0, counts: [], needs: [] };

type Reason = { at: RawBuilder<unknown>; from?: RawBuilder<unknown>; where: RawBuilder<unknown> };

/** Returns how each reason is found: the moment of it, the tables beside `customer_list`, and the condition. */
function reasonsOf(when: At): Record<NeedKind, Reason> {
  const { now, today } = when;
  // The reasons that lead to a reminder or an invitation to talk are left out for customers who declined (N-07).
  const mayRemind = sql`not ${hasRemindersHeld('customer_list.user_id', today)}`;
  const ago = (days: number) => sql`${now.toISOString()}::timestamptz - ${`${days} days`}::interval`;
  return {
    emergency: {
      at: sql`opening.at`,
      from: sql`join emergency_mails opening on opening.user_id = customer_list.user_id`,
      where: sql`opening.at >= ${openingsSince(today)}::date::timestamp at time zone ${timeZone}`,
    },
    papers: {
      at: sql`(select min(activated_timestamp) from files
        where user_id = customer_list.user_id and category = 'ACP' and is_active and is_uploaded
          and not is_questionnaire and reviewed_at is null)`,
      where: sql`customer_list.review`,
    },
    decider: {
      at: sql`waiting.at`,
      // Decision makers without an answer are few, even among all providers. An index contains only them (migration 117).
      from: sql`join (
        select user_id, min(coalesce(asked_at, created_at)) as at from trusted_contacts
        where status = 'pending' and "substitutedDecisionMaker" and coalesce(asked_at, created_at) <= ${ago(answerWithinDays)}
        group by user_id) waiting on waiting.user_id = customer_list.user_id`,
      where: sql`customer_list.plan = 'complete' and not exists (
        select from trusted_contacts
        where user_id = customer_list.user_id and "substitutedDecisionMaker" and status = 'accepted')`,
    },
    lapsing: {
      at: sql`customer_list.invite_date + ${`${invitationDays} days`}::interval`,
      where: sql`${hasStatus('lapsing', when)} and ${mayRemind}`,
    },
    none: {
      at: sql`customer_list.created_at`,
      where: sql`${hasStatus('none', when)} and customer_list.created_at > ${ago(newForDays)}
        and not coalesce(${hasStatus('lapsing', when)}, false) and ${mayRemind}`,
    },
    again: {
      at: sql`customer_list.plan_since`,
      where: sql`${isOldPlan(when)} and not exists (${endedStays}) and ${mayRemind}`,
    },
  };
}

/** Selects the ended hospital stays of a resident after which the plan was not reviewed. */
const endedStays = sql`
  select 1 from hospital_stays stay
  where stay.user_id = customer_list.user_id and stay.back_at is not null and stay.looked_at is null
    and customer_list.plan_since <= stay.back_at`;

/** Selects the residents who are back from hospital, and whose plan was not reviewed since (N-14). */
const back = (within: CustomerScope) => sql`
  select user_id, 'again' as kind, at, false as declined, true as back from (${backFromHospital(within)}) stays`;

/**
 * Selects the residents whose plan names no decision maker after a contact said no. The refusals of the last weeks are few, of all providers
 * too, and have an index of their own (migration 117).
 */
const declined = (within: CustomerScope, now: Date) => sql`
  select customer_list.user_id, 'decider' as kind, said.at, true as declined, false as back
  from (
    select user_id, max(created_at) as at from recent_activities
    where template = 'contactDeclined'
      and created_at > ${now.toISOString()}::timestamptz - ${`${declinedForDays} days`}::interval
    group by user_id) said
  join customer_list on customer_list.user_id = said.user_id
  where ${inView(within)} and customer_list.plan = 'complete'
    and (select count(*) from trusted_contacts
      where user_id = customer_list.user_id and "substitutedDecisionMaker") = 0`;

const inView = (within: CustomerScope) =>
  sql`customer_list.status <> 'archived' and ${ofProviders(within, 'customer_list.provider_id')}`;

/** Order of the residents with a reason: the last opened card, and otherwise who waits longest, first. */
const urgency = sql`extract(epoch from at) * case kind when 'emergency' then -1 else 1 end`;

type Found = Omit<Need, 'customer'> & { user_id: string; count: number; people: number };

/**
 * Returns who needs staff of a provider today, with more residents for the reason `all`. Staff of the platform have no residents,
 * and get nothing.
 */
export async function findToday(
  tx: Tx,
  within: CustomerScope,
  when: At,
  all: NeedKind | null,
): Promise<Today> {
  if (within.providers === null || within.providers.length === 0) return nothing;
  const reasons = reasonsOf(when);
  const parts = needKinds.map((kind) => {
    const { at, from = sql``, where } = reasons[kind];
    return sql`select customer_list.user_id, ${kind}::text as kind, ${at} as at, false as declined, false as back
      from customer_list ${from} where ${inView(within)} and ${where}`;
  });
  const { rows } = await sql<Found>`
    with needs as materialized (${sql.join([...parts, declined(within, when.now), back(within)], sql` union all `)}),
    counted as (select kind, count(*)::int as count from needs group by kind)
    select counted.kind, shown.user_id, shown.at, shown.declined, shown.back, counted.count,
      (select count(*)::int from (select from needs group by user_id) each) as people
    from counted cross join lateral (
      select *, ${urgency} as urgency from needs where needs.kind = counted.kind
      order by ${urgency}, user_id
      limit case when counted.kind = ${all}::text then ${shownOnRequest}::int else ${shownPerNeed}::int end) shown
    order by shown.urgency, shown.user_id`.execute(tx);
  if (rows.length === 0) return nothing;
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const loaded = await customerRows(tx).where('customer_list.user_id', 'in', ids).execute();
  const customers = new Map(loaded.map((found) => [found.user_id, customerRowOf(found)]));
  const needs = rows.flatMap(({ kind, user_id, at, declined: isDeclined, back: isBack }) => {
    const customer = customers.get(user_id);
    return customer ? [{ kind, customer, at, declined: isDeclined, back: isBack }] : [];
  });
  const counts = needKinds.flatMap((kind) => {
    const first = rows.find((row) => row.kind === kind);
    return first ? [{ kind, count: first.count }] : [];
  });
  return { people: rows[0]?.people ?? 0, counts, needs };
}
