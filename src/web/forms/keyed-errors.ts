import type { FieldError } from '../../domain/errors.ts';
import type { TextKey, TextParams } from '../../domain/i18n/texts.ts';

/** What react-hook-form keeps for a field: the text key as message, translated only when it is shown. */
type KeyedError = { type: string; message: TextKey; params?: TextParams | undefined };

/** The errors of a form, out of a list of fields to mend. The first message for a field counts. */
export function errorsOf(fields: readonly FieldError[]): Record<string, KeyedError> {
  const errors: Record<string, KeyedError> = {};
  for (const { field, message, params } of fields) errors[field] ??= { type: 'invalid', message, params };
  return errors;
}
