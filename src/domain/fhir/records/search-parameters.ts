import { ClinicalRefusal } from '../outcome.ts';

/** The longest accepted query, in characters. The longest `next` link has fewer. */
export const maxQueryLength = 2_000;

export const refuseSearch = (
  diagnostics: string,
  code: 'invalid' | 'not-supported' | 'too-costly' = 'invalid',
) => new ClinicalRefusal(400, code, diagnostics);

/** Characters that no parameter contains: control characters, and characters that change the direction of writing. */
const disguising = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\uFFFD]/u;

/** A decoded query: its length in the address, and its parameters in order. */
export type Query = { length: number; pairs: readonly (readonly [name: string, value: string])[] };

/** Values of the parameters of a query, by name. */
export type Parameters<Name extends string> = ReadonlyMap<Name, readonly string[]>;

/**
 * Reads the parameters of a query, each at most once. The refusals repeat nothing of the query.
 * @param known names of the parameters, without modifiers: one that is not among them would change the meaning of the search
 * @param twice a parameter that may be given twice, for a period
 * @throws ClinicalRefusal 400
 */
export function readParameters<Name extends string>(
  query: Query,
  known: readonly Name[],
  twice?: Name,
): Parameters<Name> {
  if (query.length > maxQueryLength) throw refuseSearch('The query is too long.', 'too-costly');
  const found = new Map<Name, string[]>();
  for (const [key, value] of query.pairs) {
    const name = known.find((each) => each === key);
    if (name === undefined)
      throw refuseSearch('The search has a parameter or modifier that is not supported.', 'not-supported');
    const values = found.get(name) ?? [];
    if (values.length >= (name === twice ? 2 : 1))
      throw refuseSearch('A parameter is given too often.', 'not-supported');
    if (disguising.test(value)) throw refuseSearch('A value contains characters that are not allowed.');
    found.set(name, [...values, value]);
  }
  return found;
}

/** A period, from `_lastUpdated`. Instants in milliseconds; `from` is included, `before` is not. */
export type Changed = { from: number | null; before: number | null };

const instant =
  /^(eq|gt|ge|lt|le)?(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/;

/**
 * Reads `_lastUpdated`: a day in UTC or an instant with its offset, with `gt`, `ge`, `lt`, `le`, or none for that day or second.
 * @throws ClinicalRefusal 400
 */
function readChanged(value: string): Changed {
  const [, comparison = 'eq', day, time, zone] = instant.exec(value) ?? [];
  const from = Date.parse(time === undefined ? `${day}T00:00:00Z` : `${day}T${time.slice(0, 12)}${zone}`);
  if (day === undefined || Number.isNaN(from) || !isDay(day))
    throw refuseSearch('_lastUpdated needs a day, or an instant with its offset, after gt, ge, lt or le.');
  // The end of what the value means: a day, a second, or a millisecond.
  const after = from + (time === undefined ? 86_400_000 : time.includes('.') ? 1 : 1_000);
  // Changes in the rest of a second are included: a reader that synchronises must not miss one.
  if (comparison === 'gt') return { from: time === undefined ? after : from + 1, before: null };
  if (comparison === 'ge') return { from, before: null };
  if (comparison === 'lt') return { from: null, before: from };
  if (comparison === 'le') return { from: null, before: after };
  return { from, before: after };
}

/** Returns the common part of the periods of `_lastUpdated`. @throws ClinicalRefusal 400 */
export const readPeriod = (values: readonly string[]): Changed =>
  values.map(readChanged).reduce(
    (all, { from, before }) => ({
      from: all.from === null ? from : Math.max(all.from, from ?? all.from),
      before: all.before === null ? before : Math.min(all.before, before ?? all.before),
    }),
    { from: null, before: null },
  );

/** Whether a day is in the calendar: 30 February is not. */
export const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
