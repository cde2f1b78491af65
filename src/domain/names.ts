import type { Language } from './i18n/texts.ts';

type Name = string | null | undefined;

/** The two parts of a name, by the names of the account's columns. */
export type NameParts = { first_name: Name; last_name: Name };

const han = /^\p{Script=Han}+$/u;

/**
 * Returns a person's full name; empty if both parts are missing. A name in Han characters has the family name first and no blank
 * (D-43).
 */
export function fullName({ first_name, last_name }: NameParts): string {
  const [first, last] = [first_name?.trim() ?? '', last_name?.trim() ?? ''];
  if (han.test(first) && han.test(last)) return last + first;
  return [first, last].filter(Boolean).join(' ');
}

/** Returns the name for a greeting: the first name, or the whole name in Han characters. */
export function greetingName({ first_name, last_name }: NameParts): string {
  const first = first_name?.trim() ?? '';
  return han.test(first) ? fullName({ first_name, last_name }) : first;
}

/** Returns the initials of a person: one or two letters, or the last one or two characters of a given name in Han (D-43). */
export function initials({ first_name, last_name }: NameParts): string {
  const [first, last] = [Array.from(first_name?.trim() ?? ''), Array.from(last_name?.trim() ?? '')];
  const given = first.length > 0 ? first : last;
  if (han.test([...first, ...last].join(''))) return given.slice(-2).join('');
  return [first[0] ?? '', last[0] ?? ''].join('').toUpperCase();
}

/** The family name, by the names that forms use, and the given name that comes before it outside Chinese. */
const givenOf: Readonly<Record<string, string>> = { last_name: 'first_name', lastName: 'firstName' };

/** Returns fields in the order of a form: in Chinese the family name before the given one (D-43). */
export function inAskingOrder<Field>(
  fields: readonly Field[],
  language: Language,
  nameOf: (field: Field) => string,
): Field[] {
  const ordered = [...fields];
  if (language !== 'zh') return ordered;
  for (const family of fields) {
    const given = ordered.findIndex((field) => nameOf(field) === givenOf[nameOf(family)]);
    const from = ordered.indexOf(family);
    if (given !== -1 && given < from) ordered.splice(given, 0, ...ordered.splice(from, 1));
  }
  return ordered;
}
