import type Stripe from 'stripe';

// Decimals are sent as text; the SDK converts them to its own type.
export const decimal = (cents: number): Stripe.Decimal => String(cents) as unknown as Stripe.Decimal;

export const productShape = (product: { id: string; name: string; at: number }): Stripe.Product => ({
  id: product.id,
  object: 'product',
  active: true,
  created: product.at,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: product.name,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: null,
  updated: product.at,
  url: null,
});

export type NewPrice = {
  id: string;
  productId: string;
  cents: number;
  currency?: string;
  interval: 'year' | 'month' | null;
  at: number;
  metadata?: Record<string, string>;
};

export const priceShape = (price: NewPrice): Stripe.Price => ({
  id: price.id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: price.at,
  currency: price.currency ?? 'aud',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: price.metadata ?? {},
  nickname: null,
  product: price.productId,
  recurring: price.interval && {
    interval: price.interval,
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: price.interval ? 'recurring' : 'one_time',
  unit_amount: price.cents,
  unit_amount_decimal: decimal(price.cents),
});

/** Returns the older form of a price, which subscription items still contain. */
export const planShape = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'year',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export type NewCoupon = {
  id: string;
  at: number;
  name?: string | null;
  amountOff?: number | null;
  percentOff?: number | null;
  duration: 'once' | 'forever' | 'repeating';
  months?: number | null;
  maxRedemptions?: number | null;
  redeemBy?: number | null;
  products?: readonly string[];
};

export const couponShape = (coupon: NewCoupon): Stripe.Coupon => ({
  id: coupon.id,
  object: 'coupon',
  amount_off: coupon.amountOff ?? null,
  ...(coupon.products?.length && { applies_to: { products: [...coupon.products] } }),
  created: coupon.at,
  currency: coupon.amountOff ? 'aud' : null,
  duration: coupon.duration,
  duration_in_months: coupon.months ?? null,
  livemode: false,
  max_redemptions: coupon.maxRedemptions ?? null,
  metadata: {},
  name: coupon.name ?? null,
  percent_off: coupon.percentOff ?? null,
  redeem_by: coupon.redeemBy ?? null,
  times_redeemed: 0,
  valid: true,
});

export type NewPromotionCode = {
  id: string;
  code: string;
  couponId: string;
  at: number;
  expiresAt?: number | null;
  maxRedemptions?: number | null;
  timesRedeemed?: number;
};

export const promotionCodeShape = (promotion: NewPromotionCode): Stripe.PromotionCode => ({
  id: promotion.id,
  object: 'promotion_code',
  active: true,
  code: promotion.code,
  created: promotion.at,
  customer: null,
  customer_account: null,
  expires_at: promotion.expiresAt ?? null,
  livemode: false,
  max_redemptions: promotion.maxRedemptions ?? null,
  metadata: {},
  promotion: { coupon: promotion.couponId, type: 'coupon' },
  restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
  times_redeemed: promotion.timesRedeemed ?? 0,
});

export const discountShape = (discount: {
  id: string;
  at: number;
  couponId: string;
  promotionCodeId: string | null;
  customerId: string;
  subscriptionId?: string | null;
  invoiceId?: string | null;
  invoiceItemId?: string | null;
  end?: number | null;
}): Stripe.Discount => ({
  id: discount.id,
  object: 'discount',
  checkout_session: null,
  customer: discount.customerId,
  customer_account: null,
  end: discount.end ?? null,
  invoice: discount.invoiceId ?? null,
  invoice_item: discount.invoiceItemId ?? null,
  promotion_code: discount.promotionCodeId,
  source: { coupon: discount.couponId, type: 'coupon' },
  start: discount.at,
  subscription: discount.subscriptionId ?? null,
  subscription_item: null,
});
