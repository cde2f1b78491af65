import type { OpeningKind } from '../../../../domain/account-lists.ts';
import { timeZone } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import { sql, type Expression } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../../pipeline/context.ts';

/**
 * One opening of a plan. `name` is that of the staff member, the contact or the clinical system; null for a card or a link, and for
 * deleted accounts. `receiver`: to whom it was handed; null for any other opening. `provider`: that of the clinical system.
 */
export type PlanOpening = {
  id: string;
  at: Date;
  kind: OpeningKind;
  name: string | null;
  receiver: string | null;
  provider: string | null;
};

/** The operations with which a person other than the owner reads a plan. */
const openingActions: Readonly<Record<string, OpeningKind>> = {
  openEmergency: 'card',
  loginAsCustomer: 'entered',
  openSharedPlan: 'contact',
  openCustomerPlan: 'staff',
  downloadCustomerPlan: 'staff',
  readCustomerEmergency: 'staff',
  readHandover: 'staff',
  handOver: 'handedOver',
  openHealthLink: 'link',
  readClinicalDocuments: 'system',
  readClinicalDocument: 'system',
  readClinicalPlan: 'system',
  readClinicalConsents: 'system',
  readClinicalConsent: 'system',
  openClinicalForm: 'system',
};

/**
 * Operations that show a plan on a screen. Repeating one within ten minutes of the last listed opening, for example by reloading the
 * page, is the same opening. Copies that leave the screen, visits in the account and openings with the card are always listed.
 */
const shownOnScreen = ['openCustomerPlan', 'readCustomerEmergency', 'openSharedPlan'];

/** Whether an opening was on a screen. Sheets of a handover list are printed, not shown. */
const isOnScreen = sql<boolean>`(action = any(${sql.val(shownOnScreen)}::text[]) and not (details ? 'handover'))`;

/** Clinical systems read every night, so the openings of one system on one day in Melbourne are listed once: the first of them. */
const isRepeatedByDay = (
  openings: Expression<unknown>,
) => sql<boolean>`(actor_kind = 'clinicalSystem' and seq not in (
  select min(seq) from ${openings} as opening where actor_kind = 'clinicalSystem'
  group by actor_id, (at at time zone ${sql.lit(timeZone)})::date))`;

/**
 * Returns a query for the openings on a screen that are listed, as `seq`. Of those that one person repeats, the first is listed, and
 * then the first that is at least ten minutes after the last listed one. So reloading the page all day gives six lines an hour, not
 * one. The recursion starts at each opening after a break of ten minutes and ends at the next break, so it is seldom deep.
 */
const listedOnScreen = (openings: Expression<unknown>) => sql<{ seq: number }>`
  with recursive readings as (
    select seq, at, series,
      row_number() over (partition by series order by at, seq) as number,
      at - lag(at) over (partition by series order by at, seq) < interval '10 minutes' as follows
    from (
      select seq, at, dense_rank() over (order by action, actor_kind, coalesce(acting_staff_id, actor_id)) as series
      from ${openings} as opening where ${isOnScreen}
    ) as opening
  ), steps as materialized (
    -- next: number of the first reading after the ten minutes. The frame includes its end, so it ends a microsecond earlier.
    select seq, series, number, follows, rank() over (partition by series order by at) + count(*) over (
      partition by series order by at range between current row and interval '9 minutes 59.999999 seconds' following
    ) as next
    from readings
  ), listed as (
    select seq, series, next from steps where follows is not true
    union all
    select steps.seq, steps.series, steps.next
    from listed join steps on steps.series = listed.series and steps.number = listed.next
    where steps.follows
  )
  select seq from listed`;

/** The id of an opening, after which the next page begins. */
export const openingId = z.string().check(z.regex(/^[0-9a-f-]{36}-\d{1,9}$/));

const seqOf = (id: string) => Number(id.slice(id.lastIndexOf('-') + 1));

/** A page of openings. `count` is the number of all, and `more` is whether there are earlier ones than those of the page. */
export type OpeningsPage = { count: number; data: PlanOpening[]; more: boolean };

/**
 * `before`: the id of an opening; only older openings are returned. `all`: also returns what one person repeated within ten
 * minutes.
 */
type Listed = { offset: number; limit: number; before?: string | null | undefined; all?: boolean };

/** Selects the openings of one person's plan. Refused attempts are not included. */
function openingsOf(tx: Tx, userId: string, all: boolean) {
  const found = tx
    .selectFrom('audit_log')
    .select(['seq', 'at', 'action', 'actor_kind', 'actor_id', 'acting_staff_id', 'details'])
    .where('chain', '=', userId)
    .where('action', 'in', Object.keys(openingActions))
    .where(sql<boolean>`not (details ? 'refused')`)
    // Without a readable plan, a contact opened their page and staff opened a sheet of contacts.
    .where(
      sql<boolean>`not (action in ('openSharedPlan', 'readCustomerEmergency', 'readHandover',
        'readClinicalDocuments', 'readClinicalConsents')
        and details->>'plan' = 'false')`,
    )
    // A second press is the same handing over.
    .where(sql<boolean>`not (details ? 'repeated')`);
  return tx
    .selectFrom(found.as('audit_log'))
    .$if(!all, (query) =>
      query
        .where(sql<boolean>`(not ${isOnScreen} or seq in (${listedOnScreen(found)}))`)
        .where(sql<boolean>`not ${isRepeatedByDay(found)}`),
    );
}

/** Returns the openings of one person's plan, newest first, with their number. */
export async function findOpenings(tx: Tx, userId: string, page: Listed): Promise<OpeningsPage> {
  const { before } = page;
  const openings = openingsOf(tx, userId, page.all === true);
  const { count } = await openings.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await openings
    .leftJoin('users', (join) =>
      join
        .on('audit_log.actor_kind', '=', 'person')
        .on(sql<boolean>`users.id = coalesce(audit_log.acting_staff_id, audit_log.actor_id)`),
    )
    .leftJoin('trusted_contacts', (join) =>
      join.on('audit_log.actor_kind', '=', 'contact').onRef('trusted_contacts.id', '=', 'audit_log.actor_id'),
    )
    .leftJoin('clinical_clients', (join) =>
      join
        .on('audit_log.actor_kind', '=', 'clinicalSystem')
        .onRef('clinical_clients.id', '=', 'audit_log.actor_id'),
    )
    .leftJoin('providers', 'providers.id', 'clinical_clients.provider_id')
    .select(['audit_log.seq', 'audit_log.at', 'audit_log.action', 'users.first_name', 'users.last_name'])
    .select(['clinical_clients.name as system', 'providers.name as provider'])
    .select('trusted_contacts.name as contact')
    .select(sql<string | null>`details->>'receiver'`.as('receiver'))
    .$if(before !== null && before !== undefined, (query) =>
      query.where('audit_log.seq', '<', seqOf(before ?? '')),
    )
    .orderBy('audit_log.seq', 'desc')
    .offset(page.offset)
    // One more row shows whether there are earlier ones.
    .limit(page.limit + 1)
    .execute();
  const data = rows
    .slice(0, page.limit)
    .map(({ seq, at, action, first_name, last_name, contact, receiver, system, provider }) => ({
      id: `${userId}-${seq}`,
      at,
      kind: openingActions[action] ?? 'staff',
      name: contact ?? system ?? (fullName({ first_name, last_name }) || null),
      receiver: action === 'handOver' ? receiver : null,
      provider,
    }));
  return { count, data, more: rows.length > page.limit };
}
