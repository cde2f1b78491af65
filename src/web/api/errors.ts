import type { ErrorCode, FieldError } from '../../domain/errors.ts';
import type { CombinedError } from 'urql';

/** Why a call did not work: the server's code, or `unavailable` when no answer came. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next try, for `rate-limited`. */
  readonly retryAfter: number | undefined;
  /** By which the help desk finds a fault of the server in its log; undefined for everything else. */
  readonly reference: string | undefined;
  /** No answer came at all: what was asked may have been done or not. */
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

/** The first eight signs of a UUID, which can be read aloud and are enough to find one; the whole of any other name. */
const referenceOf = (requestId: string): string =>
  /^([0-9a-f]{8})-[0-9a-f-]{27}$/.exec(requestId)?.[1] ?? requestId;

/** The code of an error of a call; undefined for anything else that was thrown. */
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

/** The error of a GraphQL call as an ApiError: its first error with a code counts. Undefined stays undefined. */
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
  retryAfter?: number;
  requestId?: string;
};

/** The refusal in the answer of a REST route. Without a code in the body the status decides. */
export function restError(
  { status, headers }: { status: number; headers: Pick<Headers, 'get'> },
  body: ErrorBody,
): ApiError {
  const { error, fields, details, retryAfter, requestId } = body;
  return new ApiError(error ?? codeOfStatus[status] ?? 'general_error', {
    fields,
    details,
    requestId,
    retryAfter: retryAfter ?? (Number(headers.get('retry-after')) || undefined),
  });
}

/** Anything else that was thrown is a fault of the page: it is reported, and the person sees that it did not work. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  queueMicrotask(() => {
    throw error;
  });
  return new ApiError('general_error');
}
