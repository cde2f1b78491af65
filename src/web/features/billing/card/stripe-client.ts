import type { Stripe } from '@stripe/stripe-js';

const loads = new Map<string, Promise<Stripe>>();

/**
 * Loads the payment company's script with the publishable key of this site (PAY-23), only on the pages where people pay. Its
 * fraud signals are off, so it does not record mouse movements.
 * @throws Error if loading fails; the next call tries again
 */
export function loadStripeClient(publishableKey: string): Promise<Stripe> {
  const known = loads.get(publishableKey);
  if (known) return known;
  const loading = load(publishableKey);
  loads.set(publishableKey, loading);
  loading.catch(() => loads.delete(publishableKey));
  return loading;
}

async function load(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  loadStripe.setLoadParameters({ advancedFraudSignals: false });
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error('There is no browser to pay in');
  return stripe;
}
