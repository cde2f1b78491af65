import type { TestClient } from '../../../../testing/client.ts';

/** Sends the PIN form as browsers do under `no-referrer`: with the origin "null". */
export async function typePin(
  client: TestClient,
  shareId: string,
  pin: string,
  more: { headers?: Record<string, string>; form?: Record<string, string> } = {},
) {
  const response = await client.fetch(`/acp-login/${shareId}?v=1`, {
    method: 'POST',
    body: new URLSearchParams({ pin, ...more.form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...more.headers },
  });
  return {
    status: response.status,
    location: response.headers.get('location'),
    retryAfter: response.headers.get('retry-after'),
    html: await response.text(),
  };
}

/** Returns six digits that differ from this PIN. */
export const wrongPin = (pin: string): string => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');
