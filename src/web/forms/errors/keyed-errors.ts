import type { FieldError } from '../../../domain/errors.ts';
import type { TextKey, TextParams } from '../../../domain/i18n/texts.ts';

/** Error that react-hook-form stores for a field: the message is a text key, translated only when it is shown. */
type KeyedError = { type: string; message: TextKey; params?: TextParams | undefined };

/** Converts a list of field errors to the errors of a form. The first message for each field counts. */
export function errorsOf(fields: readonly FieldError[]): Record<string, KeyedError> {
  const errors: Record<string, KeyedError> = {};
  for (const { field, message, params } of fields) errors[field] ??= { type: 'invalid', message, params };
  return errors;
}
