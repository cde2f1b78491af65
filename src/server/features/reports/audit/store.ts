import { sql } from 'kysely';
import type { Scope } from '../../../../domain/access/scope.ts';
import { auditReport } from '../../../../domain/reports/report-lists.ts';
import { noFilters } from '../../../../domain/lists/list.ts';
import type { Page } from '../../../../domain/lists/page.ts';
import type { ListQuery } from '../../../../domain/lists/query.ts';
import { planEventOf, type PlanEvent } from '../../../../domain/reports/audit-events.ts';
import { fullName } from '../../../../domain/names.ts';
import { readBatches } from '../../../db/lists/batches.ts';
import { listSource, readPage } from '../../../db/lists/page.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { isAsked, type AskedEntries } from './entry-filters.ts';

/** Relation between the customer whose plan it is and the person who opened or changed it. */
export type Doer = 'owner' | 'staff' | 'contact' | 'card' | 'clinical' | 'system';

/** An entry of the trail about a plan: who did what to which plan, and when. Contains nothing of an answer. */
export type AuditReportRow = {
  id: string;
  at: Date;
  event: PlanEvent;
  by: Doer;
  /** Name of the staff member, contact or clinical system; null for others, and for deleted ones. */
  person: string | null;
  role: string | null;
  organisation: string | null;
  customer_user_id: string;
  customer: string | null;
  /** The provider's own number for the customer. */
  customer_id: string | null;
  plan_version: number | null;
  /** Whether a staff member did it while logged in as the customer. */
  acting: boolean;
  /** Name of the staff member beside the customer (N-08), '' for a deleted account; null for anything else. */
  beside: string | null;
  /** House of the customer at the start of that session. */
  place: string | null;
  /** Number of the entry in the customer's trail. */
  entry: number;
};

/** Entries of a period, the plans concerned and the people; `more` if there are more entries than are counted. */
export type AuditNumbers = { entries: number; plans: number; people: number; more: boolean };

/** The last check of the whole trail. */
export type TrailCheck = {
  checked_at: Date;
  entries: number;
  broken_chains: number;
  first_entry: number | null;
};

/** Entries that are counted; a count of more would take too long. */
const countedEntries = 10_000;

type Query = ListQuery<typeof auditReport>;

/** Order in which entries of all providers are counted: without it, the planner reads the whole table. */
const alongTheIndex = sql`order by at desc, id desc`;

/** Counts the entries of a report, exactly up to ten thousand. */
export async function countEntries(tx: Tx, asked: AskedEntries): Promise<AuditNumbers> {
  const { rows } = await sql<Omit<AuditNumbers, 'more'>>`
    select count(*)::int as entries, count(distinct user_id)::int as plans, count(distinct actor_id)::int as people
    from (
      select user_id, actor_id from plan_entries
      where ${isAsked(asked)} ${asked.places.ids === null ? alongTheIndex : sql``}
      limit ${sql.lit(countedEntries + 1)}
    ) counted`.execute(tx);
  const { entries, ...more } = rows[0]!;
  return { entries: Math.min(entries, countedEntries), ...more, more: entries > countedEntries };
}

/** All entries with their content. */
const entriesOf = (tx: Tx) =>
  tx
    .selectFrom('plan_entries')
    .innerJoin('audit_log', (join) =>
      join
        .on(sql<boolean>`audit_log.chain = plan_entries.user_id::text`)
        .onRef('audit_log.seq', '=', 'plan_entries.seq'),
    )
    .innerJoin('users as customer', 'customer.id', 'plan_entries.user_id')
    .leftJoin('users as doer', (join) =>
      join.onRef('doer.id', '=', 'plan_entries.actor_id').on('audit_log.actor_kind', '=', 'person'),
    )
    .leftJoin('permission_roles', 'permission_roles.id', 'doer.permission_role_id')
    .leftJoin('providers as organisation', 'organisation.id', 'doer.provider_id')
    .leftJoin('trusted_contacts', (join) =>
      join.on('audit_log.actor_kind', '=', 'contact').onRef('trusted_contacts.id', '=', 'audit_log.actor_id'),
    )
    .leftJoin('clinical_clients', (join) =>
      join
        .on('audit_log.actor_kind', '=', 'clinicalSystem')
        .onRef('clinical_clients.id', '=', 'audit_log.actor_id'),
    )
    .leftJoin('providers as system_provider', 'system_provider.id', 'clinical_clients.provider_id')
    .leftJoin('users as beside', (join) =>
      join.on(sql<boolean>`beside.id = (audit_log.details->>'together')::uuid`),
    )
    .leftJoin('staff_visits as visit', (join) =>
      join
        .on(sql<boolean>`visit.id = (audit_log.details->>'visit')::uuid`)
        .on(sql<boolean>`audit_log.details ? 'together'`),
    )
    .leftJoin('providers as place', 'place.id', 'visit.place_id')
    .select([
      'plan_entries.id',
      'plan_entries.at',
      'plan_entries.user_id',
      'plan_entries.seq',
      'audit_log.action',
      'audit_log.details',
      'audit_log.actor_kind',
      'audit_log.actor_id',
      'audit_log.acting_staff_id',
      'doer.first_name',
      'doer.last_name',
      'permission_roles.role',
      'organisation.name as organisation',
      'trusted_contacts.name as contact',
      'customer.first_name as customer_first_name',
      'customer.last_name as customer_last_name',
      'customer.customer_id',
      'beside.first_name as beside_first_name',
      'beside.last_name as beside_last_name',
      'place.name as place',
      'clinical_clients.name as system',
      'system_provider.name as system_provider',
    ]);

type Found = Awaited<ReturnType<ReturnType<typeof entriesOf>['executeTakeFirstOrThrow']>>;

/**
 * True if the entries of a report follow each other in an index: of all providers or of some, of any event or of one. A page is then read along
 * it, without waiting for their number. Entries of one person may be far apart there.
 */
const isDense = ({ user_id, actor_id, event, named }: AskedEntries): boolean =>
  user_id === null && actor_id === null && (event === null || named);

// All conditions of a dense report are in `rows`; those of others are in the filter of the period, which is always set.
const sourceOf = (asked: AskedEntries, counting: Promise<number | 'many' | null>) =>
  listSource(auditReport, {
    rows: (tx: Tx, _scope: Scope) =>
      tx
        .selectFrom('plan_entries')
        .$if(isDense(asked), (entries) => entries.where(isAsked(asked)))
        .select(['plan_entries.id', 'plan_entries.at'])
        .$castTo<Found>(),
    // Of more tables than the search, whose conditions and orders name only columns of `plan_entries`.
    ...(isDense(asked) && { shown: (tx: Tx) => entriesOf(tx) as never }),
    id: 'plan_entries.id',
    filters: {
      period: () => isAsked(asked),
      provider_id: () => sql<boolean>`true`,
      below: () => sql<boolean>`true`,
      user_id: () => sql<boolean>`true`,
      actor_id: () => sql<boolean>`true`,
      event: () => sql<boolean>`true`,
    },
    inIndex: () => true,
    sorts: { at: 'plan_entries.at' },
    // The entries of one person are in an index of their own.
    groups: () =>
      asked.places.ids !== null &&
      asked.places.ids.length > 1 &&
      asked.user_id === null &&
      asked.actor_id === null
        ? { column: 'plan_entries.provider_id', ids: asked.places.ids }
        : null,
    countsAlongTheIndex: asked.places.ids === null,
    count: async () => counting,
  });

/** Returns the query with only the filter of the period, for reports whose conditions are there. */
const searched = (query: Query, asked: AskedEntries): Query => ({
  ...query,
  filters: {
    ...noFilters(auditReport),
    ...(!isDense(asked) && { period: asked.period }),
  },
});

function doerOf({ actor_kind, actor_id, acting_staff_id, user_id }: Found): Doer {
  if (actor_kind === 'contact') return 'contact';
  if (actor_kind === 'emergency') return 'card';
  if (actor_kind === 'clinicalSystem') return 'clinical';
  if (actor_kind !== 'person') return 'system';
  return acting_staff_id === null && actor_id === user_id ? 'owner' : 'staff';
}

function personOf(found: Found, by: Doer): string | null {
  if (by === 'contact') return found.contact;
  if (by === 'clinical') return found.system;
  return by === 'staff' ? fullName(found) || null : null;
}

function rowOf(found: Found): AuditReportRow {
  const by = doerOf(found);
  const { details } = found;
  const version = details['plan_version'];
  return {
    id: found.id,
    at: found.at,
    event: planEventOf(found.action, details) ?? 'planOpened',
    by,
    person: personOf(found, by),
    role: by === 'staff' ? found.role : null,
    organisation: by === 'staff' ? found.organisation : by === 'clinical' ? found.system_provider : null,
    customer_user_id: found.user_id,
    customer:
      fullName({ first_name: found.customer_first_name, last_name: found.customer_last_name }) || null,
    customer_id: found.customer_id,
    plan_version: typeof version === 'number' ? version : null,
    acting: found.acting_staff_id !== null,
    beside:
      'together' in details
        ? fullName({ first_name: found.beside_first_name, last_name: found.beside_last_name })
        : null,
    place: found.place,
    entry: found.seq,
  };
}

/** Loads what entries say, in the same order. */
async function withFacts(tx: Tx, pointers: readonly { id: string }[]): Promise<AuditReportRow[]> {
  if (pointers.length === 0) return [];
  const ids = pointers.map(({ id }) => id);
  const found = new Map(
    (
      await entriesOf(tx)
        .where('plan_entries.id', 'in', [...ids])
        .execute()
    ).map((row) => [row.id, rowOf(row)]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Loads a page of the entries of a report, the newest first. */
export async function findEntries(
  tx: Tx,
  scope: Scope,
  query: Query,
  asked: AskedEntries,
  counting: Promise<AuditNumbers>,
): Promise<Page<AuditReportRow>> {
  const count = counting.then(({ more, entries }) => (more ? 'many' : entries));
  const page = await readPage(tx, sourceOf(asked, count), scope, searched(query, asked));
  // A search for a person's entries is planned at each call. The long statement that reads what entries say stays prepared, because it is sent separately.
  return { ...page, data: isDense(asked) ? page.data.map(rowOf) : await withFacts(tx, page.data) };
}

/** Yields all of them, in batches. */
export async function* readEntries(
  tx: Tx,
  scope: Scope,
  query: Query,
  asked: AskedEntries,
): AsyncGenerator<AuditReportRow[], void, void> {
  for await (const rows of readBatches(
    tx,
    sourceOf(asked, Promise.resolve(null)),
    scope,
    searched(query, asked),
  ))
    yield await withFacts(tx, rows);
}

/** Returns the last check of the whole trail; null before the first. */
export async function findLastCheck(tx: Tx): Promise<TrailCheck | null> {
  const check = await tx
    .selectFrom('audit_checks')
    .select(['checked_at', 'entries', 'broken_chains', 'first_entry'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return check ?? null;
}
