import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../domain/errors.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { TextKey } from '../../domain/i18n/texts.ts';

const isText = (message: string): message is TextKey =>
  message in catalogue.en || `${message}_other` in catalogue.en;

/**
 * Checks input against a schema. Messages of our schemas are text keys; a message that is not one
 * (a wrong type, an unknown field) becomes the general text, so that no library's English reaches anybody.
 * @throws AppError `invalid` with one entry for each field.
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, raw: unknown): z.output<Schema> {
  const result = z.safeParse(schema, raw);
  if (result.success) return result.data;
  const fields = new Map<string, FieldError>();
  for (const issue of result.error.issues) {
    const field = issue.path.join('.');
    const message = isText(issue.message) ? issue.message : 'error.general_error';
    if (!fields.has(field)) fields.set(field, { field, message });
  }
  throw new AppError('invalid', { fields: [...fields.values()] });
}
