import { GraphQLError, type ExecutionResult } from 'graphql';
import { AppError } from '../../domain/errors.ts';

type Log = { error(details: object, message: string): void };

/**
 * Returns the error inside the wrappers of the GraphQL layers. These use classes of their own, so the wrappers are recognised by
 * their shape.
 */
function causeOf(error: unknown): unknown {
  const inner = error instanceof Error && 'originalError' in error ? error.originalError : undefined;
  return inner instanceof Error ? causeOf(inner) : error;
}

/** Returns the refusal inside an error; null for a fault. */
export function appErrorIn(error: unknown): AppError | null {
  const cause = causeOf(error);
  return cause instanceof AppError ? cause : null;
}

/** Returns why a call is refused as `unavailable`, in one word for the log; null for every other error. */
export function unavailableReason(error: unknown): string | null {
  const refusal = appErrorIn(error);
  if (refusal?.code !== 'unavailable') return null;
  const { reason } = refusal.details;
  return typeof reason === 'string' ? reason : 'other';
}

/**
 * True if the caller closed the connection before the request was complete. This is no fault of the server, and needs no answer.
 */
export function isHangUp(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET' && cause.message === 'aborted'
  );
}

/** True for an error in the call itself: invalid JSON, a syntax error, a schema mismatch, or an exceeded limit. */
function isDocumentFault(error: unknown): boolean {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return cause.name === 'GraphQLError' || /^FST_ERR_(CTP|VALIDATION)/.test(code);
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/**
 * Returns the errors to send to a caller. A refusal has its code, fields and details. A fault has only `general_error` and the
 * request id, by which the fault is found in the log; the log entry has no variables of the call.
 */
export function toPublicErrors(errors: readonly unknown[], log: Log, requestId: string): GraphQLError[] {
  return errors.map((error) => {
    const path = pathOf(error);
    const refusal = appErrorIn(error);
    if (refusal) {
      const { code, fields, details } = refusal;
      return new GraphQLError(code, { path, extensions: { code, fields, details } });
    }
    if (isTooLarge(error)) return new GraphQLError('too-large', { extensions: { code: 'too-large' } });
    if (isDocumentFault(error)) return new GraphQLError('invalid', { extensions: { code: 'invalid' } });
    if (!isHangUp(error)) log.error({ err: errorSummary(error) }, 'operation failed');
    return new GraphQLError('general_error', { path, extensions: { code: 'general_error', requestId } });
  });
}

function pathOf(error: unknown): readonly (string | number)[] | null {
  const path = error instanceof Error && 'path' in error ? error.path : null;
  return Array.isArray(path) ? path : null;
}

/** Returns name, message class and stack of a fault. Database messages may contain values, so only their code is kept. */
export function errorSummary(error: unknown): object {
  const cause = causeOf(error);
  if (!(cause instanceof Error)) return { type: typeof cause };
  const code = 'code' in cause ? String(cause.code) : undefined;
  const stack = cause.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 12);
  return { type: cause.name, code, stack };
}

/** Returns the HTTP status of a GraphQL answer: 200 whenever it has data or only refusals of operations. */
export function statusOf(result: ExecutionResult): number {
  const codes = result.errors?.map((error) => error.extensions['code']) ?? [];
  if (codes.includes('too-large')) return 413;
  return codes.includes('unavailable') ? 503 : 200;
}
