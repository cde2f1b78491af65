import type Stripe from 'stripe';

/** The stored objects, in the form in which Stripe sends them without expanding: references are ids. */
export type Kinds = {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  discount: Stripe.Discount;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  invoiceitem: Stripe.InvoiceItem;
  invoice_payment: Stripe.InvoicePayment;
  'checkout.session': Stripe.Checkout.Session;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock;
};

export type Kind = keyof Kinds;
export type Kept = Kinds[Kind];

/** The columns by which an object is found. */
export type Columns = {
  customer: string | null;
  /** The parent: an invoice's subscription, a payment's invoice, a charge's payment, a price's product. */
  parent: string | null;
  /** A promotion's code in lower case. */
  code: string | null;
  /** Its test clock; null for the product's clock. */
  clock: string | null;
  /** When something is due for it, in Unix seconds; null for never. */
  due: number | null;
};

/** Time limit for the first payment of a subscription, in seconds, as at Stripe. */
export const incompleteSeconds = 23 * 3600;

/** Returns the id of a reference, which is an id or an expanded object. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

function subscriptionDue(subscription: Stripe.Subscription): number | null {
  if (subscription.status === 'incomplete') return subscription.created + incompleteSeconds;
  if (subscription.status !== 'active' && subscription.status !== 'past_due') return null;
  return subscription.items.data[0]?.current_period_end ?? null;
}

/** Returns the search columns of an object. */
export function columnsOf(object: Kept): Columns {
  const none: Columns = { customer: null, parent: null, code: null, clock: null, due: null };
  switch (object.object) {
    case 'customer':
      return { ...none, clock: idOf(object.test_clock) };
    case 'price':
      return { ...none, parent: idOf(object.product) };
    case 'promotion_code':
      return { ...none, code: object.code.toLowerCase(), parent: idOf(object.promotion.coupon) };
    case 'payment_method':
    case 'setup_intent':
      return { ...none, customer: idOf(object.customer) };
    case 'payment_intent':
      return { ...none, customer: idOf(object.customer) };
    case 'charge':
      return { ...none, customer: idOf(object.customer), parent: idOf(object.payment_intent) };
    case 'refund':
      return { ...none, parent: idOf(object.charge) };
    case 'subscription':
      return {
        ...none,
        customer: idOf(object.customer),
        clock: idOf(object.test_clock),
        due: subscriptionDue(object),
      };
    case 'invoice':
      return {
        ...none,
        customer: idOf(object.customer),
        parent: idOf(object.parent?.subscription_details?.subscription),
        clock: idOf(object.test_clock),
        due: object.status === 'open' ? object.next_payment_attempt : null,
      };
    case 'invoiceitem':
      return { ...none, customer: idOf(object.customer), parent: idOf(object.invoice) };
    case 'invoice_payment':
      return { ...none, parent: idOf(object.invoice), code: idOf(object.payment.payment_intent) };
    case 'checkout.session':
      return {
        ...none,
        customer: idOf(object.customer),
        due: object.status === 'open' ? object.expires_at : null,
      };
    case 'product':
    case 'coupon':
    case 'discount':
    case 'test_helpers.test_clock':
      return none;
  }
}
