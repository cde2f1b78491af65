import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { CardBrand, SavedCard } from '../../../../domain/billing/cards/card.ts';
import type { DeclineReason } from '../../../../domain/billing/payment-company/provider-facts.ts';
import { AppError } from '../../../../domain/errors.ts';
import { melbourneDate, timeZone, type IsoDate } from '../../../../domain/fields.ts';
import { fullName } from '../../../../domain/names.ts';
import type { Tx } from '../../../pipeline/context.ts';
import { operation } from '../../../pipeline/operation.ts';
import { nothing } from '../../../pipeline/subjects.ts';
import { findProviderBilling, type ProviderBilling } from '../operations/billing-store.ts';
import { findPayingProvider } from '../operations/subject.ts';
import { findProviderCard } from './card-store.ts';

/** The last charge to a card of a provider. `amount` in Australian cents. */
export type LastCharge = {
  on: IsoDate;
  amount: number;
  invoice_number: string | null;
  brand: CardBrand | null;
  last4: string | null;
  /** Null for a charge that was paid. */
  refusal: DeclineReason | null;
  /** When the payment company charges the card again by itself; null if it does not. */
  next_try_on: IsoDate | null;
};

/** The card of a provider and its last charge, as the platform sees them. */
export type CardRecord = Pick<
  ProviderBilling,
  'id' | 'name' | 'plan_name' | 'at_company' | 'fee' | 'next_billing_date'
> & {
  card: SavedCard | null;
  /** Name of the manager who added the card; null if that is not stored, and for a deleted account. */
  added_by: string | null;
  added_on: IsoDate | null;
  last_charge: LastCharge | null;
};

async function findAdded(tx: Tx, providerId: string): Promise<Pick<CardRecord, 'added_by' | 'added_on'>> {
  const row = await tx
    .selectFrom('provider_cards')
    .leftJoin('users', 'users.id', 'provider_cards.added_by')
    .select(['users.first_name', 'users.last_name', 'users.email', 'provider_cards.added_at'])
    .where('provider_cards.provider_id', '=', providerId)
    .executeTakeFirst();
  if (!row) return { added_by: null, added_on: null };
  const { first_name, last_name, email, added_at } = row;
  return {
    added_by: fullName({ first_name, last_name }) || email,
    added_on: added_at && melbourneDate(added_at),
  };
}

/**
 * Loads the last charge to a card of a provider. Of a payment, only the day is stored: of a payment and a refusal on the same day,
 * the payment is later if both are for the same invoice.
 */
async function findLastCharge(tx: Tx, providerId: string, now: Date): Promise<LastCharge | null> {
  const { rows } = await sql<Omit<LastCharge, 'next_try_on'> & { next_try_at: Date | null }>`
    with paid as (
      select id, payment_date as on, amount, invoice_number, card_brand as brand, card_last4 as last4
      from transactions
      where provider_id = ${providerId} and at_company and payment_date is not null and card_last4 is not null
      order by payment_date desc, invoice_date desc, id limit 1
    ), refused as (
      select bill.id, (refusal.refused_at at time zone ${timeZone})::date as on, bill.amount - bill.refunded as amount,
        bill.invoice_number, refusal.card_brand as brand, refusal.card_last4 as last4, refusal.reason, refusal.next_try_at,
        bill.status in ('paid', 'refunded') as is_settled
      from transactions bill join provider_charge_refusals refusal on refusal.transaction_id = bill.id
      where bill.provider_id = ${providerId}
      order by refusal.refused_at desc, refusal.charge_id limit 1
    )
    select "on"::text, amount, invoice_number, brand, last4, refusal, next_try_at from (
      select "on", amount, invoice_number, brand, last4, null as refusal, null::timestamptz as next_try_at, 1 as place from paid
      union all
      select "on", amount, invoice_number, brand, last4, reason, case when is_settled then null else next_try_at end,
        case when is_settled and exists (select from paid where paid.id = refused.id) then 0 else 2 end
      from refused
    ) charges order by charges."on" desc, charges.place desc limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { next_try_at: next, ...charge } = row;
  return { ...charge, next_try_on: next !== null && next > now ? melbourneDate(next) : null };
}

/**
 * Loads the card of a provider for the platform: who added it, its last charge, and the fee of the next term (D-48). Nothing is
 * charged or changed here.
 */
export const getProviderCardRecord = operation({
  name: 'getProviderCardRecord',
  kind: 'read',
  input: z.strictObject({ provider_id: z.string().check(z.uuid()) }),
  access: { action: 'providers.bill', subject: nothing },
  async run({ input, tx, now }): Promise<CardRecord> {
    const provider = await findPayingProvider(input.provider_id, { tx, lock: false });
    if (provider === null) throw new AppError('not-found');
    const { providerId } = provider;
    const billing = await findProviderBilling(tx, providerId, melbourneDate(now));
    const { id, name, plan_name, at_company, fee, next_billing_date } = billing;
    return {
      ...{ id, name, plan_name, at_company, fee, next_billing_date },
      card: await findProviderCard(tx, providerId),
      ...(await findAdded(tx, providerId)),
      last_charge: await findLastCharge(tx, providerId, now),
    };
  },
});
