import type { PriceIds } from '../../domain/billing/payment-plan.ts';

/** Configuration of payment. */
export interface Payments {
  /** True if payment is turned off (PAY-18). */
  readonly disabled: boolean;
  /** Undefined: the stand-in outside production, no payment in production. */
  readonly stripe:
    | {
        readonly secretKey: string;
        readonly publishableKey: string;
        /** Secrets of the endpoint for webhooks; two while the secret is being changed. */
        readonly webhookSecrets: readonly string[];
      }
    | undefined;
  readonly priceIds: PriceIds;
  /** If false, no amount mentions GST (D-34). */
  readonly tax: { readonly gstRegistered: boolean };
  /** Whether trusted contacts require a payment plan (GAP-29). */
  readonly paywall: boolean;
}

type PaymentVariables = {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: readonly string[] | undefined;
  STRIPE_PRICE_CARE?: string | undefined;
  STRIPE_PRICE_LIFETIME?: string | undefined;
  PAYMENT_DISABLED: 'true' | 'false';
  GST_REGISTERED: 'true' | 'false';
  TRUSTED_CONTACTS_PAYWALL: 'true' | 'false';
};

/** The prices of the stand-in. */
const trialPrices: PriceIds = { careYearly: 'price_wattle_care', lifetime: 'price_wattle_lifetime' };

/** Returns the payment settings of the environment. The five Stripe variables must be all set or all unset. */
export function paymentsOf(env: PaymentVariables): Payments {
  const secretKey = env.STRIPE_SECRET_KEY;
  const publishableKey = env.STRIPE_PUBLISHABLE_KEY;
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET;
  const careYearly = env.STRIPE_PRICE_CARE;
  const lifetime = env.STRIPE_PRICE_LIFETIME;
  const rest = {
    disabled: env.PAYMENT_DISABLED === 'true',
    tax: { gstRegistered: env.GST_REGISTERED === 'true' },
    paywall: env.TRUSTED_CONTACTS_PAYWALL === 'true',
  };
  if (secretKey && publishableKey && webhookSecrets && careYearly && lifetime)
    return {
      ...rest,
      stripe: { secretKey, publishableKey, webhookSecrets },
      priceIds: { careYearly, lifetime },
    };
  return { ...rest, stripe: undefined, priceIds: trialPrices };
}
