import * as z from 'zod/mini';
import { AppError, type FieldError } from '../../domain/errors.ts';
import { melbourneDate, type IsoDate } from '../../domain/fields.ts';
import { catalogue } from '../../domain/i18n/catalogue.ts';
import type { TextKey, TextParams } from '../../domain/i18n/texts.ts';
import type { Config } from '../config.ts';
import type { Services } from './context.ts';

/** The context that the rules of an input may depend on. */
export type InputContext = { today: IsoDate; config: Config };

export const inputContextOf = ({ clock, config }: Services): InputContext => ({
  today: melbourneDate(clock()),
  config,
});

const isText = (message: string): message is TextKey =>
  message in catalogue.en || `${message}_other` in catalogue.en;

/** Maximum number of faulty fields that are named: a caller can send any number of unknown ones. */
const mostFields = 50;

/** Maximum length of the name of an unknown field that is returned to the caller. */
const longestName = 100;

function problemsOf(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      field: [...issue.path, key].join('.').slice(0, longestName),
      message: 'error.general_error',
    }));
  const message = isText(issue.message) ? issue.message : 'error.general_error';
  const params = issue.code === 'custom' ? (issue.params as TextParams | undefined) : undefined;
  return [{ field: path, message, ...(params && { params }) }];
}

/** Maximum depth of nested objects and lists. Inputs of the product have at most five levels. */
const mostLevels = 20;

/** True if a value has more levels than the limit. Without recursion, because deep values are sent to exhaust the stack. */
function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null && !(each instanceof Date) ? Object.values(each) : [],
    );
  }
  return false;
}

/**
 * Checks input against a schema. Messages of our schemas are text keys; any other message (a wrong type, an unknown field)
 * becomes the general text, so that no library's English reaches a user.
 * @throws AppError `invalid` with the fields to correct; a field that breaks several rules has an entry for each, and input that
 * is nested too deeply has none
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, raw: unknown): z.output<Schema> {
  if (isTooDeep(raw)) throw new AppError('invalid');
  const result = z.safeParse(schema, raw);
  if (result.success) return result.data;
  const seen = new Set<string>();
  const fields = result.error.issues.flatMap(problemsOf).filter(({ field, message }) => {
    const isNew = !seen.has(`${field}\n${message}`);
    seen.add(`${field}\n${message}`);
    return isNew;
  });
  throw new AppError('invalid', { fields: fields.slice(0, mostFields) });
}
