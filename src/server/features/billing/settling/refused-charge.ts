import type { InvoiceFacts } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Tx } from '../../../pipeline/context.ts';

/**
 * Saves the refused charge of a provider's invoice, and when it is charged again. Returns the id of the charge if it was not known
 * before, so that each is announced once; otherwise null.
 */
export async function noteRefusedCharge(
  tx: Tx,
  transactionId: string,
  { refusedCharge: refused, nextTryAt }: InvoiceFacts,
): Promise<string | null> {
  if (refused === null) return null;
  const inserted = await tx
    .insertInto('provider_charge_refusals')
    .values({
      ...{ charge_id: refused.id, transaction_id: transactionId, reason: refused.reason },
      ...{ refused_at: refused.at, next_try_at: nextTryAt },
      ...{ card_brand: refused.card?.brand ?? null, card_last4: refused.card?.last4 ?? null },
    })
    .onConflict((conflict) => conflict.column('charge_id').doNothing())
    .returning('charge_id')
    .executeTakeFirst();
  if (inserted) return inserted.charge_id;
  // The payment company decides when it tries again only after the charge.
  await tx
    .updateTable('provider_charge_refusals')
    .set({ next_try_at: nextTryAt })
    .where('charge_id', '=', refused.id)
    .where('next_try_at', 'is distinct from', nextTryAt)
    .execute();
  return null;
}
