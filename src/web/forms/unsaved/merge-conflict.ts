import type { FieldError } from '../../../domain/errors.ts';
import type { ApiError } from '../../api/errors.ts';

type Texts = Record<string, string>;

/** What the server has instead, where a save was based on an older state: the number of that save and its words. */
export type Newer = { version: number; saved: Texts };

/** The newer state out of a refusal. Undefined for any other refusal. */
export function newerOf({ code, details }: ApiError): Newer | undefined {
  const { version, saved } = details;
  if (code !== 'conflict' || typeof version !== 'number' || typeof saved !== 'object' || saved === null)
    return undefined;
  return { version, saved: saved as Texts };
}

/**
 * Puts together what one person typed and what another saved since `base`. Who changed a field alone keeps the change; where
 * both changed the same field, both words stand: one in the field, the other in what is said about it.
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
