import type { ErrorCode, FieldError } from '../../domain/errors.ts';
import type { CombinedError } from 'urql';

/** Error of a failed call: the server's code, or `unavailable` if no response arrived. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next try, for `rate-limited`. */
  readonly retryAfter: number | undefined;
  /** Support reference for a server error in the log; undefined for other errors. */
  readonly reference: string | undefined;
  /** No response arrived at all: the request may have been carried out or not. */
  readonly unanswered: boolean;

  constructor(
    code: ErrorCode,
    extra: {
      fields?: readonly FieldError[] | undefined;
      details?: Readonly<Record<string, unknown>> | undefined;
      retryAfter?: number | undefined;
      requestId?: string | undefined;
      unanswered?: boolean | undefined;
    } = {},
  ) {
    super(code);
    this.name = 'ApiError';
    this.code = code;
    this.fields = extra.fields ?? [];
    this.details = extra.details ?? {};
    this.retryAfter = extra.retryAfter;
    this.reference = extra.requestId && referenceOf(extra.requestId);
    this.unanswered = extra.unanswered ?? false;
  }
}

/**
 * Returns the first eight characters of a UUID, which can be read aloud and are enough to find it; any other id is returned
 * whole.
 */
const referenceOf = (requestId: string): string =>
  /^([0-9a-f]{8})-[0-9a-f-]{27}$/.exec(requestId)?.[1] ?? requestId;

/** Returns the code of an error of a call; undefined for any other thrown value. */
export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof ApiError ? error.code : undefined;

type Extensions = {
  code?: ErrorCode;
  fields?: FieldError[];
  details?: Record<string, unknown>;
  requestId?: string;
};

const secondsIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  429: 'rate-limited',
  503: 'unavailable',
};

/** Converts the error of a GraphQL call to an ApiError, using its first error with a code. Returns undefined for undefined. */
export function apiError(error: CombinedError | undefined): ApiError | undefined {
  if (!error) return undefined;
  if (error.networkError) {
    // A proxy refuses a body that is too large before the API sees it, in words of its own.
    const { status } = (error.response ?? {}) as { status?: number };
    return new ApiError(status === 413 ? 'too-large' : 'unavailable', { unanswered: status === undefined });
  }
  for (const { extensions } of error.graphQLErrors) {
    const { code, fields, details, requestId } = extensions as Extensions;
    const retryAfter = secondsIn(details?.['retryAfter']);
    if (code) return new ApiError(code, { fields, details, retryAfter, requestId });
  }
  return new ApiError('general_error');
}

type ErrorBody = {
  error?: ErrorCode;
  fields?: FieldError[];
  details?: Record<string, unknown>;
  requestId?: string;
};

/** Returns the refusal in the response of a REST route. Without a code in the body, the status decides. */
export function restError(
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
  body: ErrorBody,
): ApiError {
  const { error, fields, details, requestId } = body;
  return new ApiError(error ?? codeOfStatus[status] ?? 'general_error', {
    fields,
    details,
    requestId,
    retryAfter: secondsIn(details?.['retryAfter']) ?? (Number(headers.get('retry-after')) || undefined),
  });
}

/** Any other thrown value is an error of the page: it is reported, and the person sees a general failure. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  queueMicrotask(() => {
    throw error;
  });
  return new ApiError('general_error');
}
