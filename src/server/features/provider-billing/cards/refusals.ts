import type { CardBrand } from '../../../../domain/billing/cards/card.ts';
import type { DeclineReason } from '../../../../domain/billing/payment-company/provider-facts.ts';
import type { Tx } from '../../../pipeline/context.ts';

/** A refused charge for an invoice of a provider. */
export type Refusal = {
  reason: DeclineReason;
  refusedAt: Date;
  /** When the card is charged again after the last refused charge of the invoice; null if it is not charged by itself. */
  nextTryAt: Date | null;
  card: { brand: CardBrand; last4: string } | null;
};

/** Loads a refused charge; null for an unknown one. */
export async function findRefusal(tx: Tx, chargeId: string): Promise<Refusal | null> {
  const row = await tx
    .selectFrom('provider_charge_refusals as refused')
    .select(['reason', 'refused_at', 'card_brand', 'card_last4'])
    .select(({ selectFrom }) =>
      selectFrom('provider_charge_refusals as last')
        .select('last.next_try_at')
        .whereRef('last.transaction_id', '=', 'refused.transaction_id')
        .orderBy('last.refused_at', 'desc')
        .orderBy('last.charge_id')
        .limit(1)
        .as('next_try_at'),
    )
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();
  if (!row) return null;
  const { reason, refused_at: refusedAt, next_try_at: nextTryAt, card_brand: brand, card_last4: last4 } = row;
  return { reason, refusedAt, nextTryAt, card: brand && last4 ? { brand, last4 } : null };
}
