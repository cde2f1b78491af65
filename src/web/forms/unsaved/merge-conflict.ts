import type { FieldError } from '../../../domain/errors.ts';
import type { ApiError } from '../../api/errors.ts';

type Texts = Record<string, string>;

/** Newer state at the server, if a save was based on an older one: its version and its texts. */
export type Newer = { version: number; saved: Texts };

/** Returns the newer state from a refusal. Undefined for any other refusal. */
export function newerOf({ code, details }: ApiError): Newer | undefined {
  const { version, saved } = details;
  if (code !== 'conflict' || typeof version !== 'number' || typeof saved !== 'object' || saved === null)
    return undefined;
  return { version, saved: saved as Texts };
}

/**
 * Merges what one person typed with what another has saved since `base`. A field changed by one person only keeps the change. If
 * both changed the same field, both texts are shown: one in the field, the other in the field's message.
 */
export function mergeSaves<Values extends Texts>(
  base: Values,
  typed: Values,
  saved: Texts,
): { merged: Values; clashes: FieldError[] } {
  const merged: Texts = { ...typed };
  const clashes: FieldError[] = [];
  for (const [field, mine] of Object.entries(typed)) {
    const theirs = saved[field] ?? mine;
    if (theirs === base[field] || theirs === mine) continue;
    if (mine === base[field]) merged[field] = theirs;
    else clashes.push({ field, message: 'error.settings.changedElsewhere', params: { saved: theirs } });
  }
  return { merged: merged as Values, clashes };
}
