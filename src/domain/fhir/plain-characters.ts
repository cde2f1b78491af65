/**
 * Characters that FHIR refuses or that disguise a text: control characters except line breaks and tabs, unpaired surrogates,
 * non-characters, and characters that override or isolate the direction of writing.
 */
const refused = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/gu;

/** Returns a text without the characters that no document may contain. */
export const plainCharacters = (text: string): string => text.replaceAll(refused, '');

/** Returns a value with `plainCharacters` applied to each text in it. Functions and other values stay as they are. */
export function withPlainCharacters<Value>(value: Value): Value {
  if (typeof value === 'string') return plainCharacters(value) as Value;
  if (Array.isArray(value)) return value.map((item) => withPlainCharacters<unknown>(item)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withPlainCharacters<unknown>(item)]),
  ) as Value;
}
