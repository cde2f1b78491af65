import { beginOfTerm } from '../../../domain/billing/providers/billing-terms.ts';
import { dueInvoice } from '../../../domain/billing/providers/provider-invoice.ts';
import { daysAfter, melbourneDate, type IsoDate } from '../../../domain/fields.ts';
import {
  insertInvoice,
  lockBillable,
  moveBillingDate,
} from '../../features/provider-billing/invoicing/invoicing-store.ts';
import { recording } from '../../pipeline/audit/audit.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { residents } from './house-residents.ts';

const planName = 'Houses and home care';

/** Fee for one customer and month, in cents. */
const fee = 450;

/** Age of the payment plan in days: three months are paid, and the fourth has just begun. */
const daysBilled = 97;

/** Number of days after which an invoice was paid. */
const daysUntilPaid = 9;

/**
 * Gives a provider a payment plan and an invoice for each month since, of which the last one is unpaid. The records are those of the
 * nightly billing. No mails, because all of it is in the past. Does nothing the second time. Part of the caller's transaction.
 */
export async function makeBilling(tx: Tx, services: Services, providerId: string): Promise<boolean> {
  const today = melbourneDate(services.clock());
  const begun = daysAfter(today, -daysBilled);
  const known = await tx.selectFrom('subscriptions').select('id').where('name', '=', planName).execute();
  if (known.length > 0) return false;
  const plan = await tx
    .insertInto('subscriptions')
    .values({
      name: planName,
      fee,
      customer_type_id: 4,
      duration: 'monthly',
      start_date: daysAfter(begun, -30),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('providers')
    .set({
      subscription_id: plan.id,
      subscription_start_date: begun,
      no_of_customers: residents.length,
    })
    .where('id', '=', providerId)
    .execute();
  let term: IsoDate = begun;
  for (let number = 1; term <= today; number += 1) {
    const next = beginOfTerm(begun, 'monthly', number);
    await invoice(tx, services, { providerId, day: term, isPaid: next <= today });
    term = next;
  }
  return true;
}

/** Makes the invoice that is due on a day. */
async function invoice(
  tx: Tx,
  services: Services,
  { providerId, day, isPaid }: { providerId: string; day: IsoDate; isPaid: boolean },
): Promise<void> {
  const provider = await lockBillable(tx, providerId, day);
  const due = provider && dueInvoice(provider.billed, day);
  if (!provider || !due) throw new Error(`No invoice is due on ${day}`);
  await moveBillingDate(tx, provider, due);
  const id = await insertInvoice(tx, provider, due, day);
  const entry = {
    chain: 'platform',
    at: new Date(`${day}T04:00:00+10:00`),
    actor: { kind: 'system' },
    action: 'invoiceProvider',
    subjectId: null,
    details: { provider_id: providerId, transaction_id: id, amount: due.amount, quantity: due.quantity },
  } as const;
  await recording(services.secrets, entry, { events: [] }).execute(tx);
  if (isPaid)
    await tx
      .updateTable('transactions')
      .set({
        status: 'paid',
        payment_date: daysAfter(day, daysUntilPaid),
        payment_reference: 'Bank transfer',
      })
      .where('id', '=', id)
      .execute();
}
