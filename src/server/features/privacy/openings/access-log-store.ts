import { fullName } from '../../../../domain/names.ts';
import { sql } from 'kysely';
import type { Tx } from '../../../pipeline/context.ts';

/**
 * How another person opened a plan: with its card and PIN, as staff, or as a trusted contact; or staff handed it to an ambulance, a
 * hospital or a doctor (N-14).
 */
export type OpeningKind = 'card' | 'staff' | 'contact' | 'handedOver';

/**
 * One opening of a plan. `name` is that of the staff member or the contact; null for a card, and for deleted accounts. `receiver`:
 * to whom it was handed; null for any other opening.
 */
export type PlanOpening = {
  id: string;
  at: Date;
  kind: OpeningKind;
  name: string | null;
  receiver: string | null;
};

/** The operations with which a person other than the owner reads a plan. */
const openingActions: Readonly<Record<string, OpeningKind>> = {
  openEmergency: 'card',
  loginAsCustomer: 'staff',
  openSharedPlan: 'contact',
  openCustomerPlan: 'staff',
  downloadCustomerPlan: 'staff',
  readCustomerEmergency: 'staff',
  readHandover: 'staff',
  handOver: 'handedOver',
};

/**
 * Operations that show a plan on a screen. Repeating one within ten minutes, for example by reloading the page, is the same
 * opening. Copies that leave the screen, visits in the account and openings with the card are always listed.
 */
const shownOnScreen = ['openCustomerPlan', 'readCustomerEmergency', 'openSharedPlan'];

/** Whether the same person did the same within the ten minutes before. Sheets of a handover list are printed, not shown. */
const isRepeated = sql<boolean>`(action = any(${sql.val(shownOnScreen)}::text[]) and not (details ? 'handover')
  and at - lag(at) over (
    partition by action, actor_kind, coalesce(acting_staff_id, actor_id), details ? 'handover' order by seq
  ) < interval '10 minutes')`;

/** `all`: also lists what one person repeated within ten minutes. */
type Listed = { offset: number; limit: number; all?: boolean };

/** Returns the openings of one person's plan, newest first, with their number. Refused attempts are not included. */
export async function findOpenings(
  tx: Tx,
  userId: string,
  page: Listed,
): Promise<{ count: number; data: PlanOpening[] }> {
  const found = tx
    .selectFrom('audit_log')
    .select([
      'seq',
      'at',
      'action',
      'actor_kind',
      'actor_id',
      'acting_staff_id',
      'details',
      isRepeated.as('is_repeated'),
    ])
    .where('chain', '=', userId)
    .where('action', 'in', Object.keys(openingActions))
    .where(sql<boolean>`not (details ? 'refused')`)
    // Without a readable plan, a contact opened their page and staff opened a sheet of contacts.
    .where(
      sql<boolean>`not (action in ('openSharedPlan', 'readCustomerEmergency', 'readHandover')
        and details->>'plan' = 'false')`,
    )
    // A second press is the same handing over.
    .where(sql<boolean>`not (details ? 'repeated')`);
  const openings = tx
    .selectFrom(found.as('audit_log'))
    .$if(page.all !== true, (query) => query.where(sql<boolean>`is_repeated is not true`));
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
    .select(['audit_log.seq', 'audit_log.at', 'audit_log.action', 'users.first_name', 'users.last_name'])
    .select('trusted_contacts.name as contact')
    .select(sql<string | null>`details->>'receiver'`.as('receiver'))
    .orderBy('audit_log.seq', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const data = rows.map(({ seq, at, action, first_name, last_name, contact, receiver }) => ({
    id: `${userId}-${seq}`,
    at,
    kind: openingActions[action] ?? 'staff',
    name: contact ?? (fullName({ first_name, last_name }) || null),
    receiver: action === 'handOver' ? receiver : null,
  }));
  return { count, data };
}
