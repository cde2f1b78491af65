import type { TextKey, TextParams } from './i18n/texts.ts';

/** Codes of all refusals of operations. The codes in camel case are named by the source. */
export const errorCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'conflict',
  'locked',
  'unconfirmed',
  'rate-limited',
  'too-large',
  'idempotency-mismatch',
  'unavailable',
  'general_error',
  'existingUser',
  'existingMedicareNumber',
  'duplicate_trusted_contact',
  'requiredEmailConfirmation',
  'requiredAuthorization',
  'legacyreset',
  'verification-required',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Error of one field: the field's name, and the message as a text key. */
export type FieldError = { field: string; message: TextKey; params?: TextParams };

/** Details of a refusal, such as the newer version of a plan in a conflict. Sent to the caller unchanged. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/**
 * Refusal that the caller may see. Any other thrown error is a fault: the caller gets `general_error`, and only the log contains
 * the details.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly details: ErrorDetails;

  constructor(
    code: ErrorCode,
    extra: { fields?: readonly FieldError[]; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(code, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = extra.fields ?? [];
    this.details = extra.details ?? {};
  }
}

/** Throws a refusal because of invalid input. Throws nothing if there are no errors. */
export function refuseInvalid(fields: readonly FieldError[]): void {
  if (fields.length > 0) throw new AppError('invalid', { fields });
}
