import type { NotNull } from 'kysely';
import {
  paymentPlans,
  type PaymentPlan,
  type PaymentPlanId,
  type PriceIds,
} from '../../../domain/billing/payment-plan.ts';
import type { PricedPlan } from '../../../domain/billing/lifecycle.ts';
import { catalogue } from '../../../domain/i18n/catalogue.ts';
import type { Language } from '../../../domain/i18n/texts.ts';
import { translatorOf } from '../../../domain/i18n/translator.ts';
import type { Services, Tx } from '../../pipeline/context.ts';

/** Id of the customer type for customers who pay for themselves (`customer_types`). */
const individual = 1;

const names: Record<PaymentPlanId, string> = { care: 'Care plan', lifetime: 'Lifetime plan' };

/** Ensures that the two known payment plans have rows with the prices of this server. */
export async function ensurePaymentPlans(db: Tx, prices: PriceIds): Promise<void> {
  await db
    .insertInto('subscriptions')
    .values(
      paymentPlans(prices).map(({ id, initialFee, yearlyFee, initialPriceId, yearlyPriceId }) => ({
        name: names[id],
        fee: yearlyFee ?? initialFee,
        customer_type_id: individual,
        recurrence: yearlyFee === null ? ('never' as const) : ('year' as const),
        stripe: true,
        stripe_price_id: yearlyPriceId ?? initialPriceId,
      })),
    )
    .onConflict((conflict) => conflict.column('stripe_price_id').doNothing())
    .execute();
}

/** A row of `subscriptions` with the data for a payment. Amounts in cents. `known` is null for a personal price (PAY-10). */
export type PlanRow = PricedPlan & {
  name: string;
  priceId: string | null;
  startDate: string;
  known: PaymentPlanId | null;
};

/** Returns the known payment plan of a price; null for another price. */
export const planIdOf = (prices: PriceIds, priceId: string | null): PaymentPlanId | null =>
  paymentPlans(prices).find((plan) => priceId !== null && priceOf(plan) === priceId)?.id ?? null;

/** Whether the payment page of customers offers the plan with this price, as the server is configured. */
export const isConfiguredPlan = (
  { payments }: Pick<Services['config'], 'payments'>,
  priceId: string | null,
): boolean => planIdOf(payments.priceIds, priceId) !== null;

const priceOf = ({ initialPriceId, yearlyPriceId }: PaymentPlan) => yearlyPriceId ?? initialPriceId;

/** Loads a row of `subscriptions` by its id or by its price; null if there is none. */
export async function findPlanRow(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  by: { id: string } | { priceId: string },
): Promise<PlanRow | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['id', 'name', 'fee', 'recurrence', 'stripe_price_id as priceId', 'start_date as startDate'])
    .where('id' in by ? 'id' : 'stripe_price_id', '=', 'id' in by ? by.id : by.priceId)
    .where('recurrence', 'is not', null)
    .$narrowType<{ recurrence: NotNull }>()
    .executeTakeFirst();
  return row ? { ...row, known: planIdOf(config.payments.priceIds, row.priceId) } : null;
}

/** Fees and price ids of a row (PAY-04). `id` is null for a personal price. */
export type Offer = Omit<PaymentPlan, 'id'> & { id: PaymentPlanId | null; rowId: string };

/** Converts a row to an offer: paid once, or each year. */
export const offerOf = ({ id, fee, recurrence, priceId, known }: PlanRow): Offer => ({
  id: known,
  rowId: id,
  initialFee: recurrence === 'never' ? fee : 0,
  yearlyFee: recurrence === 'year' ? fee : null,
  initialPriceId: recurrence === 'never' ? priceId : null,
  yearlyPriceId: recurrence === 'year' ? priceId : null,
});

/** Returns a payment plan's name in a language; a personal price has the name of its row. */
export const labelOf = ({ known, name }: Pick<PlanRow, 'known' | 'name'>, language: Language): string =>
  known ? translatorOf(language, catalogue[language])(`checkout.plan.${known}.label`) : name;
