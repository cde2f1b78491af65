import type { ErrorCode } from '../../domain/errors.ts';

const statuses: Partial<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  requiredAuthorization: 403,
  'not-found': 404,
  conflict: 409,
  'idempotency-mismatch': 409,
  unconfirmed: 409,
  'too-large': 413,
  locked: 423,
  'rate-limited': 429,
  unavailable: 503,
  general_error: 500,
};

/** Returns the HTTP status of a refusal. The source API's own sign-in errors are answers, not failures: 200. */
export function httpStatusOf(code: ErrorCode): number {
  return statuses[code] ?? 200;
}
