import type Stripe from 'stripe';
import type { InvoiceFacts } from '../../../domain/billing/provider-facts.ts';
import type { FoundPromotion, PaymentProvider } from './port.ts';
import { asking, orNull } from './stripe-calls.ts';
import { idOf, invoiceFacts, subscriptionFacts, type ChargeOfInvoice } from './stripe-facts.ts';

type ReadingCalls = Pick<
  PaymentProvider,
  | 'findPromotion'
  | 'findSubscription'
  | 'findInvoice'
  | 'invoiceOfCharge'
  | 'subscriptionsOf'
  | 'invoicesOf'
  | 'listSubscriptions'
  | 'listInvoices'
  | 'priceAmount'
>;

const pageSize = 100;

/** Number of payments that are read concurrently for a page of invoices: well below Stripe's limit. */
const atOnce = 5;

const nextOf = (page: { has_more: boolean; data: readonly { id: string }[] }): string | null =>
  page.has_more ? (page.data.at(-1)?.id ?? null) : null;

async function chargeOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<ChargeOfInvoice> {
  const payment = invoice.payments?.data.find(({ is_default }) => is_default);
  const intentId = idOf(payment?.payment.payment_intent);
  if (!intentId || invoice.status !== 'paid') return null;
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge;
  return charge && typeof charge !== 'string' ? charge : null;
}

/** Reads an invoice with its refunds, and converts it to our type. */
export async function factsOf(stripe: Stripe, invoiceId: string): Promise<InvoiceFacts> {
  const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
  return invoiceFacts(invoice, await chargeOf(stripe, invoice));
}

async function factsOfPage(stripe: Stripe, page: Stripe.ApiList<Stripe.Invoice>) {
  const rows: InvoiceFacts[] = [];
  for (let at = 0; at < page.data.length; at += atOnce)
    rows.push(
      ...(await Promise.all(
        page.data
          .slice(at, at + atOnce)
          .map(async (invoice) => invoiceFacts(invoice, await chargeOf(stripe, invoice))),
      )),
    );
  return { rows, next: nextOf(page) };
}

const over = (moment: number | null, now: Date) => moment !== null && moment * 1000 <= now.getTime();

const usedUp = ({
  max_redemptions,
  times_redeemed,
}: {
  max_redemptions: number | null;
  times_redeemed: number;
}) => max_redemptions !== null && times_redeemed >= max_redemptions;

function stateOf(promotion: Stripe.PromotionCode, coupon: Stripe.Coupon, now: Date): FoundPromotion['state'] {
  if (usedUp(promotion) || usedUp(coupon)) return 'used-up';
  const isOver = over(promotion.expires_at, now) || over(coupon.redeem_by, now);
  return isOver || !promotion.active || !coupon.valid ? 'expired' : 'usable';
}

const endlessYears = (coupon: Stripe.Coupon): boolean =>
  coupon.duration === 'forever' || (coupon.duration === 'repeating' && (coupon.duration_in_months ?? 0) > 12);

/** Returns the calls of the port that read prices, promotions, subscriptions and invoices. */
export function stripeReading(stripe: Stripe, clock: () => Date): ReadingCalls {
  const expand = 'promotion.coupon.applies_to';

  async function promotionBy(idOrCode: string): Promise<Stripe.PromotionCode | null> {
    if (/^promo_\w+$/.test(idOrCode)) {
      const byId = await orNull(() => stripe.promotionCodes.retrieve(idOrCode, { expand: [expand] }));
      if (byId) return byId;
    }
    const { data } = await stripe.promotionCodes.list({
      code: idOrCode,
      limit: 10,
      expand: [`data.${expand}`],
    });
    return data.find(({ active }) => active) ?? data[0] ?? null;
  }

  async function pricesOf(products: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const product of products) {
      const { data } = await stripe.prices.list({ product, limit: pageSize });
      ids.push(...data.map(({ id }) => id));
    }
    return ids;
  }

  return {
    findPromotion: (idOrCode) =>
      asking(async () => {
        const promotion = await promotionBy(idOrCode);
        const coupon = promotion?.promotion.coupon;
        if (!promotion || !coupon || typeof coupon === 'string') return null;
        // Ignore promotions for a single customer or in another currency: they are not ours.
        if (promotion.customer !== null || (coupon.amount_off !== null && coupon.currency !== 'aud'))
          return null;
        return {
          id: promotion.id,
          code: promotion.code,
          coupon: { amount_off: coupon.amount_off, percent_off: coupon.percent_off },
          state: stateOf(promotion, coupon, clock()),
          priceIds: coupon.applies_to ? await pricesOf(coupon.applies_to.products) : null,
          everyYear: endlessYears(coupon),
        };
      }),

    findSubscription: (id) =>
      asking(async () => {
        const subscription = await orNull(() => stripe.subscriptions.retrieve(id));
        return subscription && subscriptionFacts(subscription);
      }),

    findInvoice: (id) => asking(() => orNull(() => factsOf(stripe, id))),

    invoiceOfCharge: (chargeId) =>
      asking(async () => {
        const charge = await orNull(() => stripe.charges.retrieve(chargeId));
        const intent = idOf(charge?.payment_intent);
        if (!intent) return null;
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: intent },
          limit: 1,
        });
        const invoiceId = idOf(data[0]?.invoice);
        return invoiceId ? orNull(() => factsOf(stripe, invoiceId)) : null;
      }),

    subscriptionsOf: (customerId) =>
      asking(async () => {
        const { data } = await stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: pageSize,
        });
        return data.map(subscriptionFacts);
      }),

    invoicesOf: (customerId, after) =>
      asking(async () =>
        factsOfPage(
          stripe,
          await stripe.invoices.list({
            customer: customerId,
            limit: pageSize,
            expand: ['data.payments'],
            ...(after && { starting_after: after }),
          }),
        ),
      ),

    listSubscriptions: (after) =>
      asking(async () => {
        const page = await stripe.subscriptions.list({
          limit: pageSize,
          ...(after && { starting_after: after }),
        });
        const rows = page.data.map(subscriptionFacts).filter(({ status }) => status !== 'ended');
        return { rows, next: nextOf(page) };
      }),

    listInvoices: (since, after) =>
      asking(async () =>
        factsOfPage(
          stripe,
          await stripe.invoices.list({
            created: { gte: Math.floor(since.getTime() / 1000) },
            limit: pageSize,
            expand: ['data.payments'],
            ...(after && { starting_after: after }),
          }),
        ),
      ),

    priceAmount: (priceId) =>
      asking(async () => {
        const price = await orNull(() => stripe.prices.retrieve(priceId));
        if (!price?.active || price.unit_amount === null || price.currency !== 'aud') return null;
        const { recurring } = price;
        if (recurring && (recurring.interval !== 'year' || recurring.interval_count !== 1)) return null;
        return { amount: price.unit_amount, yearly: recurring !== null };
      }),
  };
}
