import type { Stripe } from '@stripe/stripe-js';

const loads = new Map<string, Promise<Stripe>>();

/**
 * Loads the payment company's script, on the pages where people pay alone, with the publishable key of this site (PAY-23). It watches no
 * one's mouse: its signals against fraud are off.
 * @throws Error when it does not come; the next call tries again
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
