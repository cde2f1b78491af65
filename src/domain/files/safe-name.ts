/** Maximum number of characters of a name in a file name. */
const longestName = 60;

/**
 * Returns a person's name for the name of a file: letters of any language, digits, blanks and hyphens, at most 60 characters;
 * empty if none is left. Removes characters with a meaning for a file system, a shell or an HTTP header.
 */
export function safeName(name: string): string {
  const kept = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/^[ -]+/, '');
  return [...kept]
    .slice(0, longestName)
    .join('')
    .replace(/[ -]+$/, '');
}
