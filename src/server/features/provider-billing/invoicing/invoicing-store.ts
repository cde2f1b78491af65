import { sql } from 'kysely';
import type {
  BilledProvider,
  ProviderInvoice,
} from '../../../../domain/billing/providers/provider-invoice.ts';
import type { IsoDate } from '../../../../domain/fields.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { nextInvoiceNumber } from '../../billing/api.ts';
import { billedColumns, billedOf } from '../billed-provider.ts';

/** Maximum number of providers, or of invoices, in one statement. */
export const batchSize = 200;

/** Selects the providers with a payment plan that is not billed up to a date, archived ones too. */
const billable = (tx: Tx, today: IsoDate) =>
  tx
    .selectFrom('providers')
    .innerJoin('subscriptions as plan', 'plan.id', 'providers.subscription_id')
    .where('providers.subscription_start_date', '<=', today)
    .where(({ or, eb }) =>
      or([
        eb('providers.next_billing_date', '<=', today),
        eb.and([
          eb('providers.next_billing_date', 'is', null),
          or([
            eb('providers.billed_subscription_id', 'is distinct from', eb.ref('providers.subscription_id')),
            // A plan without a term that was restarted.
            eb('providers.subscription_start_date', '>', eb.ref('providers.billing_anchor')),
          ]),
        ]),
      ]),
    );

/** Returns providers with an invoice due, after the given id; an empty list at the end. */
export async function findBillable(tx: Tx, today: IsoDate, after: string | null): Promise<{ id: string }[]> {
  let query = billable(tx, today).select('providers.id');
  if (after !== null) query = query.where('providers.id', '>', after);
  return query.orderBy('providers.id').limit(batchSize).execute();
}

/** A provider with its payment plan, locked. */
export type LockedProvider = {
  id: string;
  planId: string;
  planName: string;
  language: 'en' | 'zh';
  archived: boolean;
  /** Whether its invoices are those of the payment company (D-48). */
  atCompany: boolean;
  billed: BilledProvider;
};

/** Loads and locks a provider that may have an invoice due; null if another run was faster, or it has no payment plan any more. */
export async function lockBillable(tx: Tx, id: string, today: IsoDate): Promise<LockedProvider | null> {
  const row = await billable(tx, today)
    .leftJoin('users as contact', 'contact.id', 'providers.contact_id')
    .select([...billedColumns, 'providers.archived', 'plan.name', 'plan.stripe', 'contact.language'])
    .where('providers.id', '=', id)
    .forUpdate('providers')
    .executeTakeFirst();
  const billed = row && billedOf(row);
  if (!row || !billed) return null;
  const { plan_id: planId, name: planName, stripe: atCompany, language, archived } = row;
  return { id, planId, planName, language: language ?? 'en', archived, atCompany, billed };
}

/**
 * Whether a payment plan that begins was billed for the same first day before: it was left meanwhile for another plan, and chosen
 * again as of that day.
 */
export async function isBilled(
  tx: Tx,
  { id, planId, billed }: LockedProvider,
  start: IsoDate,
): Promise<boolean> {
  if (billed.anchor !== null) return false;
  const row = await tx
    .selectFrom('transactions')
    .select('id')
    .where('provider_id', '=', id)
    .where('period_start', '=', start)
    .where('subscription_id', '=', planId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Moves the next billing date of a provider behind a term. */
export const moveBillingDate = (tx: Tx, { id, planId }: LockedProvider, { anchor, next }: ProviderInvoice) =>
  tx
    .updateTable('providers')
    .set({ billed_subscription_id: planId, billing_anchor: anchor, next_billing_date: next })
    .where('id', '=', id)
    .execute();

/** Inserts an invoice. Returns its id. */
export async function insertInvoice(
  tx: Tx,
  { id, planId, planName, language, atCompany }: LockedProvider,
  invoice: ProviderInvoice,
  today: IsoDate,
): Promise<string> {
  const inserted = await tx
    .insertInto('transactions')
    .values({
      provider_id: id,
      subscription_id: planId,
      plan_name: planName,
      amount: invoice.amount,
      quantity: invoice.quantity,
      unit: invoice.unit,
      unit_price: invoice.unitPrice,
      invoice_date: today,
      due_date: invoice.dueOn,
      period_start: invoice.start,
      period_end: invoice.end,
      status: 'pending',
      at_company: atCompany,
      invoice_number: atCompany ? null : await nextInvoiceNumber(tx, Number(today.slice(0, 4))),
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return inserted.id;
}

/** Whether an unpaid invoice of a provider is past its due date, without those of the payment company. */
export async function hasOverdue(tx: Tx, today: IsoDate): Promise<boolean> {
  const row = await tx
    .selectFrom('transactions')
    .select('id')
    .where('provider_id', 'is not', null)
    .where('status', '=', 'pending')
    .where('due_date', '<', today)
    .where('at_company', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks invoices of providers as overdue whose due date has passed, at most `batchSize`, not those of the payment company. */
export async function markOverdue(tx: Tx, today: IsoDate): Promise<{ id: string; provider_id: string }[]> {
  const { rows } = await sql<{ id: string; provider_id: string }>`
    update transactions set status = 'overdue'
    from (
      select id from transactions
      where provider_id is not null and status = 'pending' and due_date < ${today} and not at_company
      order by due_date, id limit ${batchSize} for update skip locked
    ) due
    where transactions.id = due.id
    returning transactions.id, transactions.provider_id`.execute(tx);
  return rows;
}
