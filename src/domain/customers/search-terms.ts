/** What a plan status is called in a search, in every language of the product (CTABLE-18). */
const statusWords: Readonly<Record<string, 'draft' | 'complete'>> = {
  draft: 'draft',
  complete: 'complete',
  草稿: 'draft',
  已完成: 'complete',
};

/**
 * One thing to look for. `words` begins with a blank where it must begin a word, and ends with one where it must end one: a single
 * character of a name in Han is a word.
 */
export type SearchTerm = {
  words: string;
  /** The plan status that it names. */
  status: 'draft' | 'complete' | null;
  /** What the name of a provider has, anywhere; null for what is too short to look for there. */
  provider: string | null;
};

const han = /([\p{Script=Han}\u3005-\u3007]+)/u;
/** Letters and digits, by which an index finds the place of a word. */
const readable = /[\p{L}\p{N}]/u;
const longRun = /[\p{L}\p{N}]{3}/u;

function termOf(part: string): SearchTerm {
  const status = statusWords[part.toLowerCase()] ?? null;
  if (han.test(part)) {
    return { words: ` ${[...part].join(' ')} `, status, provider: part };
  }
  // Three letters are found anywhere in a word, fewer at its beginning: "wo" is Wong, and not Elwood.
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
