import { sql } from 'kysely';
import type { FeeUnit } from '../../../../domain/billing/providers/provider-fee.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Language } from '../../../../domain/i18n/texts.ts';
import type { Database, Tx } from '../../../pipeline/context.ts';

/** Duration of a run's claim on an invoice, in seconds: longer than all calls for one invoice. */
const claimSeconds = 120;

/** Invoices in one statement. */
const batchSize = 100;

/** An invoice that waits to be made at the payment company. Amounts in Australian cents. */
export type WaitingInvoice = {
  id: string;
  providerId: string;
  planId: string;
  planName: string;
  start: IsoDate;
  end: IsoDate | null;
  unit: FeeUnit | null;
  quantity: number;
  unitPrice: number;
  language: Language;
  invoicedOn: IsoDate;
  /** Whether an earlier run started it. */
  wasTried: boolean;
};

/**
 * Claims the next invoice that waits to be made at the payment company, so that another run leaves it alone; null if there is
 * none. `notIn` names those that failed in this run.
 */
export async function claimWaiting(
  db: Database,
  now: Date,
  notIn: readonly string[],
): Promise<WaitingInvoice | null> {
  const { rows } = await sql<WaitingInvoice>`
    update transactions set company_tried_at = ${now}
    from (
      select id, company_tried_at from transactions
      where at_company and stripe_invoice_id is null and id <> all(${[...notIn]}::uuid[])
        and (company_tried_at is null or company_tried_at <= ${now}::timestamptz - make_interval(secs => ${claimSeconds}))
      order by id limit 1 for update skip locked
    ) waiting
    where transactions.id = waiting.id
    returning transactions.id, provider_id as "providerId", subscription_id as "planId", plan_name as "planName",
      period_start::text as start, period_end::text as end, unit, quantity, unit_price as "unitPrice", language,
      invoice_date::text as "invoicedOn", waiting.company_tried_at is not null as "wasTried"`.execute(db);
  return rows[0] ?? null;
}

/** Whether invoices are left, other than `notIn`, that this run cannot finish because another run has claimed them. */
export async function hasWaiting(db: Database, notIn: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from transactions where at_company and stripe_invoice_id is null and id <> all(${[...notIn]}::uuid[])
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A provider as the payment company knows it. */
export type BilledThere = { name: string; email: string | null; customerId: string | null; priceId: string };

/**
 * Loads what the payment company needs of a provider and its plan. Its address is that of the provider, otherwise that of its
 * contact person or of a manager. Null without a price there.
 */
export async function findBilledThere(
  db: Database,
  { providerId, planId }: Pick<WaitingInvoice, 'providerId' | 'planId'>,
): Promise<BilledThere | null> {
  const { rows } = await sql<Omit<BilledThere, 'priceId'> & { priceId: string | null }>`
    select providers.name, providers.stripe_customer_id as "customerId", plan.stripe_price_id as "priceId",
      coalesce(nullif(providers.email, ''), contact.email, (
        select users.email from users join permission_roles role on role.id = users.permission_role_id
        where users.provider_id = providers.id and users.status = 'active' and role.role = 'provideradmin'
          and role.can_manage_all
        order by users.id limit 1)) as email
    from providers
    join subscriptions plan on plan.id = ${planId}
    left join users contact on contact.id = providers.contact_id and contact.status = 'active'
    where providers.id = ${providerId}`.execute(db);
  const [row] = rows;
  return row?.priceId ? { ...row, priceId: row.priceId } : null;
}

/** Returns invoices of the payment company that are past their due date and not marked so, after the given one. */
export async function findPastDue(tx: Tx, today: IsoDate, after: string | null): Promise<string[]> {
  let query = tx
    .selectFrom('transactions')
    .select('stripe_invoice_id as id')
    .where('provider_id', 'is not', null)
    .where('status', '=', 'pending')
    .where('due_date', '<', today)
    .where('stripe_invoice_id', 'is not', null);
  if (after !== null) query = query.where('stripe_invoice_id', '>', after);
  const rows = await query.orderBy('stripe_invoice_id').limit(batchSize).execute();
  return rows.flatMap(({ id }) => id ?? []);
}
