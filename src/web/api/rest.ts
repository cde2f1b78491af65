import type { ErrorCode, FieldError } from '../../domain/errors.ts';
import { ApiError } from './errors.ts';

/** The answer of a REST call: the body when it worked, else why not. */
export type RestResult<Body> = { ok: true; body: Body } | { ok: false; error: ApiError };

type ErrorBody = {
  error?: ErrorCode;
  fields?: FieldError[];
  details?: Record<string, unknown>;
  retryAfter?: number;
};

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  429: 'rate-limited',
  503: 'unavailable',
};

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/**
 * Sends JSON to a REST route of this site and reads the JSON answer. A 200 with `ok: false` is a refusal like any other.
 * Never throws: no answer is `unavailable`.
 */
export async function postJson<Body = unknown>(path: string, input: unknown): Promise<RestResult<Body>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(input),
    });
  } catch {
    return { ok: false, error: new ApiError('unavailable') };
  }
  const body = await bodyOf(response);
  if (response.ok && body['ok'] !== false) return { ok: true, body: body as Body };
  const { error, fields, details, retryAfter } = body as ErrorBody;
  const waited = retryAfter ?? (Number(response.headers.get('retry-after')) || undefined);
  return {
    ok: false,
    error: new ApiError(error ?? codeOfStatus[response.status] ?? 'general_error', {
      fields,
      details,
      retryAfter: waited,
    }),
  };
}
