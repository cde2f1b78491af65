import type { Catalogues } from './check-definition.ts';
import { kinds } from './questions/kinds.ts';
import type { Step } from './questions/question.ts';

/** Fields whose texts only the form shows: a signed plan does not contain them. */
const shownInFormOnly = new Set(['name', 'required', 'why', 'noteHint', 'groups']);

/** Returns every string below a value, except those in fields that only the form shows. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .filter(([field]) => !shownInFormOnly.has(field))
    .flatMap(([, inner]) => stringsIn(inner));
}

/**
 * Returns everything that decides the content of a signed plan: the steps with their questions, options and conditions, the rules
 * of the kinds of answer, and the texts of both languages that a plan is worded with.
 */
export function contentOfDefinition(steps: readonly Step[], catalogues: Catalogues): string {
  const keys = new Set([
    ...stringsIn(steps),
    ...Object.keys(catalogues.en).filter((key) => /^(onBehalf\.)?review\./.test(key)),
  ]);
  const texts = Object.entries(catalogues).map(([language, catalogue]) => [
    language,
    [...keys].filter((key) => key in catalogue).map((key) => [key, catalogue[key]]),
  ]);
  return JSON.stringify({ steps, kinds, texts });
}
