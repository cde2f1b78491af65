/** Most characters of a name in a file name. */
const longestName = 60;

/**
 * A person's name as it may stand in the name of a file: letters of any language, digits, blanks and hyphens, at most 60 characters;
 * empty where none is left. What could mean something to a file system, a shell or an HTTP header goes.
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
