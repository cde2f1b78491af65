import type { PriceIds } from '../../domain/billing/payment-plan.ts';

/** How people pay, and whether they can. */
export interface Payments {
  /** Payment is switched off (PAY-18). */
  readonly disabled: boolean;
  /** Absent: outside production the stand-in, in production no payment. */
  readonly stripe:
    | {
        readonly secretKey: string;
        readonly publishableKey: string;
        /** Of the endpoint for webhooks; two while one takes the place of the other. */
        readonly webhookSecrets: readonly string[];
      }
    | undefined;
  readonly priceIds: PriceIds;
  /** Without it no sum names GST (D-34). */
  readonly tax: { readonly gstRegistered: boolean };
  /** Whether trusted contacts ask for a payment plan first (GAP-29). */
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

/** What the environment says of payment, where the five values of Stripe are all set or none of them. */
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
