import { plainCharacters } from '../fhir/plain-characters.ts';
import { saidMax } from './health-link.ts';

/** Marks that change the direction of writing or have no width, beyond those that `plainCharacters` removes. */
const invisible = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/**
 * Returns what a reader says of itself as one line: without control characters, invisible characters and marks that change the
 * direction of writing, and of bounded length. The words are not verified, so they are always shown as the reader's own.
 */
export function saidText(recipient: string): string {
  const line = recipient.slice(0, 1_000).replaceAll(/\s+/g, ' ').replaceAll(invisible, '');
  return [...plainCharacters(line).replaceAll(/\s+/g, ' ').trim()].slice(0, saidMax).join('').trim();
}
