/**
 * Returns the first character of a text that cannot be printed or that can disguise the text, in the form 'U+202E'; undefined if
 * there is none. Refused: control characters, unpaired surrogates, characters that override or isolate the direction of writing,
 * and unassigned or private-use ones. Right-to-left letters, joiners and emoji are ordinary text. Line breaks and tabs are
 * allowed only if `manyLines` is true.
 */
export function badCharacter(text: string, manyLines: boolean): string | undefined {
  for (const match of text.matchAll(/[\p{Cc}\p{Cs}\p{Cn}\p{Co}\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu)) {
    const [character] = match;
    if (manyLines && '\n\r\t\u2028\u2029'.includes(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return undefined;
}

/**
 * Whether a text has more than `max` characters (Unicode code points). Stops counting early on huge texts.
 */
export function isTooLong(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > max * 2) return true;
  return [...text].length > max;
}
