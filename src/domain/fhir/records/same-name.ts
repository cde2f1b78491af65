/** Maximum length of a name, in characters, so that comparing names stays cheap. */
export const maxNameLength = 200;

const han = /^\p{Script=Han}+$/u;

/** Characters that no name of a person has: control characters, wildcards, and characters that change the direction of writing. */
const foreign = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}*%_?\\]/u;

/**
 * Returns a name for comparing: without case, accents, and differences of blanks, hyphens and apostrophes. Marks that are vowels of a
 * script stay.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/gu, '')
    .replaceAll(/[\u2018\u2019\u02BC]/gu, "'")
    .replaceAll(/[\u2010-\u2015]/gu, '-')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/gu, ' ');

/**
 * Whether a text is a whole name to search for: at least two characters, of which one is a letter, or one Han character, which can be
 * a whole name. Wildcards are not allowed.
 */
export function isWholeName(name: string): boolean {
  if (name.length > maxNameLength || foreign.test(name)) return false;
  const plain = plainName(name);
  return han.test(plain) || (Array.from(plain).length >= 2 && /\p{L}/u.test(plain));
}

/** The two parts of a stored name. */
type Stored = { given: string; family: string };

/** Name in a search: both parts, or the whole name. */
export type SoughtName = { given: string; family: string } | { name: string };

/**
 * Whether a stored name is the one that a search asks for. A whole name may have its parts in either order, and names in Han
 * characters no blank between them.
 */
export function isSameName(stored: Stored, sought: SoughtName): boolean {
  const [given, family] = [plainName(stored.given), plainName(stored.family)];
  if (!('name' in sought)) return given === plainName(sought.given) && family === plainName(sought.family);
  const name = plainName(sought.name);
  const orders = [`${given} ${family}`.trim(), `${family} ${given}`.trim()];
  const isHan = han.test(given) && han.test(family);
  return orders.includes(name) || (isHan && orders.some((order) => order.replace(' ', '') === name));
}
