import { request } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';

type Body = { id?: unknown; card?: { brand?: unknown }; error?: { code?: unknown } };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Creates a payment method at the stand-in, as Stripe's script does at Stripe: returns its id and brand, or the error code.
 * @throws ApiError `unavailable` if no response arrives
 */
export async function makeStandInCard(
  publishableKey: string,
  card: Readonly<Record<string, string | number>>,
): Promise<{ id: string; brand: string } | { id: undefined; code: string | undefined }> {
  const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, String(value)]);
  const response = await request('/stripe-stand-in/v1/payment_methods', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams([['type', 'card'], ...fields]),
  });
  const body = (await response.json().catch(() => ({}))) as Body;
  const id = textOf(body.id);
  if (!response.ok || id === undefined) return { id: undefined, code: textOf(body.error?.code) };
  return { id, brand: textOf(body.card?.brand) ?? '' };
}

/**
 * Answers for the bank, as on the page that Stripe shows: accepts or refuses the payment or the card of this secret.
 * @throws ApiError `unavailable` if no response arrives
 */
export async function answerStandInBank(
  publishableKey: string,
  clientSecret: string,
  accepts: boolean,
): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_');
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents';
  const response = await request(`/stripe-stand-in/v1/${kind}/${encodeURIComponent(id)}/three_d_secure`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      authorization: `Bearer ${publishableKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: clientSecret, decision: accepts ? 'complete' : 'fail' }),
  });
  if (!response.ok) throw new ApiError('unavailable');
}
