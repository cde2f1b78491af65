import type * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';
import type { TextKey, TextParams } from '../i18n/texts.ts';

// The library of the schemas is not imported: a page shows the fields of a form before it is there.

/** Converts a schema's error to field errors. A problem that no rule of the form names gets the general message. */
export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.map((issue) => {
    const field = String(issue.path[0] ?? 'form');
    if (issue.code !== 'custom') return { field, message: 'error.general_error' };
    const params = issue.params as TextParams | undefined;
    return { field, message: issue.message as TextKey, ...(params && { params }) };
  });
}

/** Returns one field error, or none: for building the list of a form. */
export function problem(field: string, message: TextKey | undefined, params?: TextParams): FieldError[] {
  return message ? [{ field, message, ...(params && { params }) }] : [];
}
