/** Words for a plan status in a search, in every language of the product (CTABLE-18). */
const statusWords: Readonly<Record<string, 'draft' | 'complete'>> = {
  draft: 'draft',
  complete: 'complete',
  草稿: 'draft',
  已完成: 'complete',
};

/**
 * A search term. `words` begins with a blank if it must begin a word, and ends with one if it must end one: a single Han
 * character of a name is a word.
 */
export type SearchTerm = {
  words: string;
  /** The plan status that the term names. */
  status: 'draft' | 'complete' | null;
  /** Text to find anywhere in the name of a provider; null if it is too short for that. */
  provider: string | null;
};

const han = /([\p{Script=Han}\u3005-\u3007]+)/u;
/** Letters and digits, which an index can use. */
const readable = /[\p{L}\p{N}]/u;
const longRun = /[\p{L}\p{N}]{3}/u;

function termOf(part: string): SearchTerm {
  const status = statusWords[part.toLowerCase()] ?? null;
  if (han.test(part)) {
    return { words: ` ${[...part].join(' ')} `, status, provider: part };
  }
  // Three letters match anywhere in a word, fewer only at its beginning: "wo" is Wong, and not Elwood.
  const isLong = longRun.test(part);
  return { words: isLong ? part : ` ${part}`, status, provider: isLong ? part : null };
}

/**
 * Parses the text of a customer search: every term between blanks must be found, in any field (CTABLE-17). A term without letters
 * and digits filters nothing. Returns null if there is nothing to search for.
 */
export function searchTerms(typed: string): SearchTerm[] | null {
  const terms = typed
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/u)
    .flatMap((word) => word.split(han))
    .filter((part) => readable.test(part))
    .map(termOf);
  return terms.length > 0 ? terms : null;
}
