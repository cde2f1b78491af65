import type { FieldError } from 'react-hook-form';
import type { Problem } from '../../ui/fields/field-parts.tsx';
import { mended } from './mended.ts';
import {
  type PlainTextKey,
  type TextKey,
  type TextParams,
  type Translate,
  translateMessage,
} from '../../../domain/i18n/texts.ts';

/** Translates the values of a message that are names of fields: they are text keys, such as field.name.postcode. */
function inWords(t: Translate, params: TextParams): TextParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('field.name.') ? t(value as PlainTextKey) : value,
    ]),
  );
}

/** Returns the message of a field error in words. */
export function messageOf(
  t: Translate,
  problem: { message: TextKey; params?: TextParams | undefined },
): string {
  return translateMessage(t, problem.message, problem.params && inWords(t, problem.params));
}

/** Returns the react-hook-form error of a field in the page's language. Undefined for a valid field. */
export function fieldMessage(t: Translate, error: FieldError | undefined): Problem | undefined {
  if (!error?.message) return undefined;
  const { params } = error as FieldError & { params?: TextParams };
  const words = messageOf(t, { message: error.message as TextKey, params });
  return error.type === mended ? { mended: words } : words;
}
