/** Prefix of the id of an external system in the database; never shown on a screen (PROV-18, GAP-92). */
export const externalIdPrefix = 'ext-';

/** Returns an external id for storing: trimmed, in lower case, without blanks inside, after the prefix. Null for an empty one. */
export function storedExternalId(typed: string): string | null {
  const id = typed.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
  return id === '' ? null : `${externalIdPrefix}${id}`;
}

/** Returns a stored external id for forms. */
export const shownExternalId = (stored: string | null): string =>
  stored?.startsWith(externalIdPrefix) ? stored.slice(externalIdPrefix.length) : (stored ?? '');
