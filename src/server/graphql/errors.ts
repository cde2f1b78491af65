import { GraphQLError, type ExecutionResult } from 'graphql';
import { AppError } from '../../domain/errors.ts';

type Log = { error(details: object, message: string): void };

/** The refusal behind an error that the GraphQL layer may have wrapped; null for a fault. */
export function appErrorIn(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (error instanceof GraphQLError && error.originalError) return appErrorIn(error.originalError);
  return null;
}

const isDocumentFault = (error: unknown) => error instanceof GraphQLError && !error.originalError;

/**
 * What a caller hears of errors: the code, the fields and the details of a refusal; of a fault nothing but
 * `general_error`. Faults go to the log, without the variables of the call.
 */
export function toPublicErrors(errors: readonly unknown[], log: Log): GraphQLError[] {
  return errors.map((error) => {
    const path = error instanceof GraphQLError ? error.path : undefined;
    const refusal = appErrorIn(error);
    if (refusal) {
      const { code, fields, details } = refusal;
      return new GraphQLError(code, { path: path ?? null, extensions: { code, fields, details } });
    }
    if (isDocumentFault(error)) return new GraphQLError('invalid', { extensions: { code: 'invalid' } });
    log.error({ err: errorSummary(error) }, 'operation failed');
    return new GraphQLError('general_error', { path: path ?? null, extensions: { code: 'general_error' } });
  });
}

/** Name, message class and stack of a fault. Database messages may quote values, so only their code is kept. */
export function errorSummary(error: unknown): object {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (!(cause instanceof Error)) return { type: typeof cause };
  const code = 'code' in cause ? String(cause.code) : undefined;
  const stack = cause.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')).slice(0, 12);
  return { type: cause.name, code, stack };
}

/** The HTTP status of a GraphQL answer: 200 whenever there is data or only refusals. */
export function statusOf(result: ExecutionResult): number {
  return result.errors?.some((error) => error.extensions['code'] === 'unavailable') ? 503 : 200;
}
