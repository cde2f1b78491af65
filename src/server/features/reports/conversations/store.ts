import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import type { ConversationOutcome } from '../../../../domain/customers/conversations/conversations.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { dueUntil } from '../../../../domain/reports/conversations.ts';
import { conversationsReport } from '../../../../domain/reports/report-lists.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { hasRemindersHeld, isEvidence } from '../../customers/api.ts';
import { ofPlaces, type Places } from '../places.ts';
import { findProviders, noNumbers, providerSource, type ReportProvider } from '../provider-rows.ts';
import { countNowOfEach } from '../rollup/read-months.ts';
import { countConversations, type OutcomeCounts } from './counts.ts';

/** A house with the conversations that it recorded in a period, and its residents now. */
export type ConversationsRow = ReportProvider &
  OutcomeCounts & {
    residents: number;
    /** Residents with whom no conversation was ever recorded. */
    without: number;
    /** Whether there are providers below it, whose residents the list of its customers shows too. */
    has_below: boolean;
  };

type Period = { from: IsoDate; to: IsoDate };
type Query = ListQuery<typeof conversationsReport>;

/** Counts the present residents of each house with whom no conversation was recorded that is evidence. */
async function countWithout(tx: Tx, houses: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ provider_id: string; count: number }>`
    select provider_id, count(*)::int as count from customer_list
    where ${ofPlaces({ ids: houses }, 'provider_id')} and status <> 'archived' and not has_conversation
    group by provider_id`.execute(tx);
  return new Map(rows.map(({ provider_id, count }) => [provider_id, count]));
}

async function findWithBelow(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('providers')
    .select('parent_id')
    .distinct()
    .where('parent_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ parent_id }) => parent_id!));
}

async function withNumbers(
  tx: Tx,
  providers: readonly (ReportProvider & { numbers: null })[],
  period: Period,
): Promise<ConversationsRow[]> {
  const ids = providers.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [now, talks, without, withBelow] = await Promise.all([
    countNowOfEach(tx, ids),
    countConversations(tx, ids, period),
    countWithout(tx, ids),
    findWithBelow(tx, ids),
  ]);
  return providers.map(({ numbers: _, ...provider }) => {
    const { id } = provider;
    return {
      ...provider,
      ...talks.get(id)!,
      residents: now.get(id)?.customers ?? 0,
      without: without.get(id) ?? 0,
      has_below: withBelow.has(id),
    };
  });
}

/** Loads a page of the houses of the report, by name. */
export async function findHouseTalks(
  tx: Tx,
  scope: Scope,
  query: Query,
  period: Period,
): Promise<Page<ConversationsRow>> {
  const page = await findProviders(tx, conversationsReport, scope, query, noNumbers);
  return { ...page, data: await withNumbers(tx, page.data, period) };
}

/** Yields all of them, in batches. */
export async function* readHouseTalks(
  tx: Tx,
  scope: Scope,
  query: Query,
  period: Period,
): AsyncGenerator<ConversationsRow[], void, void> {
  const filters = { period: { from: null, to: null }, provider_id: null, below: null };
  const source = providerSource(conversationsReport, query.filters, noNumbers);
  for await (const providers of readBatches(tx, source, scope, { ...query, filters }))
    yield await withNumbers(tx, providers, period);
}

/** A resident whose next conversation is due, with the newest conversation. */
export type NextConversation = {
  id: string;
  first_name: string | null;
  last_name: string | null;
  customer_id: string | null;
  room: string | null;
  provider: string | null;
  outcome: ConversationOutcome;
  held_on: IsoDate;
  next_on: IsoDate;
};

type Asked = { places: Places; today: IsoDate; offset: number; limit: number };

/**
 * Selects the present residents of some providers with the newest conversation of each, if its next day is due. The rule is
 * `nextDayOf` of the domain.
 */
const dueOf = ({ places, today }: Asked) => sql`
  select l.user_id, newest.outcome, newest.held_on, newest.next_on
  from customer_list l cross join lateral (
    select outcome, held_on, next_on from conversations
    where conversations.user_id = l.user_id and ${isEvidence}
    order by held_on desc, recorded_at desc limit 1
  ) newest
  where ${ofPlaces(places, 'l.provider_id')} and l.status <> 'archived'
    and newest.next_on <= ${dueUntil(today)}::date and not ${hasRemindersHeld('l.user_id', today)}`;

/** Loads a page of the residents whose next conversation is due, the longest overdue first, and counts them. */
export async function findNext(
  tx: Tx,
  asked: Asked,
): Promise<{ count: number; overdue: number; data: NextConversation[] }> {
  const { today, offset, limit } = asked;
  const { rows } = await sql<
    { count: number; overdue: number } & { [Key in keyof NextConversation]: NextConversation[Key] | null }
  >`
    with due as materialized (${dueOf(asked)}),
    page as (select * from due order by next_on, user_id offset ${offset} limit ${limit})
    select total.count, total.overdue, page.user_id as id, users.first_name, users.last_name, users.customer_id, users.room,
      providers.name as provider, page.outcome, page.held_on::text, page.next_on::text
    from (
      select count(*)::int as count, (count(*) filter (where next_on < ${today}::date))::int as overdue from due
    ) total
    left join page on true
    left join users on users.id = page.user_id
    left join providers on providers.id = users.provider_id
    order by page.next_on, page.user_id`.execute(tx);
  const [{ count, overdue } = { count: 0, overdue: 0 }] = rows;
  const data = rows.flatMap((row) => {
    const { id, outcome, held_on, next_on } = row;
    if (id === null || outcome === null || held_on === null || next_on === null) return [];
    const { first_name, last_name, customer_id, room, provider } = row;
    return [{ id, first_name, last_name, customer_id, room, provider, outcome, held_on, next_on }];
  });
  return { count, overdue, data };
}
