import type Stripe from 'stripe';

/** The stored objects, in the form in which Stripe sends them without expanding: references are ids. */
export type Kinds = {
  customer: Stripe.Customer;
  product: Stripe.Product;
  price: Stripe.Price;
  coupon: Stripe.Coupon;
  promotion_code: Stripe.PromotionCode;
  discount: Stripe.Discount;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  subscription: Stripe.Subscription;
  invoice: Stripe.Invoice;
  'checkout.session': Stripe.Checkout.Session;
};

export type Kind = keyof Kinds;
export type Kept = Kinds[Kind];

/** A reference to an object: its id, or the expanded object. */
export type Reference = string | { id: string } | null | undefined;

export const idOf = (reference: Reference): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Time limit for the first payment of a subscription, in seconds, as at Stripe. */
const incompleteSeconds = 23 * 3600;

/** Returns when something is due for an object, in Unix seconds; null for never. */
export function dueOf(object: Kept): number | null {
  switch (object.object) {
    case 'subscription':
      if (object.status === 'incomplete') return object.created + incompleteSeconds;
      return object.ended_at === null ? (object.items.data[0]?.current_period_end ?? null) : null;
    case 'invoice':
      return object.status === 'open' ? object.next_payment_attempt : null;
    case 'checkout.session':
      return object.status === 'open' ? object.expires_at : null;
    default:
      return null;
  }
}
