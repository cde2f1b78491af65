/** Length of a trigram of the search index, in letters or digits. */
const partLength = 3;

type Part = { at: number; text: string };

/** Returns every three adjacent letters or digits. */
export function partsOf(words: string): Part[] {
  const parts: Part[] = [];
  for (const { 0: run, index } of words.matchAll(/[a-z0-9]{3,}/gi))
    for (let at = 0; at + partLength <= run.length; at += 1)
      parts.push({ at: index + at, text: run.slice(at, at + partLength) });
  return parts;
}

/** Returns the number of sampled texts that contain a part: three letters or digits in lower case. */
export type PartCount = (part: string) => number;

/**
 * Returns the parts of search words to query the index for: every row with the words also has these parts. Querying the index for
 * the words themselves would read a long list for each trigram; one or two rare trigrams are almost as selective. Words of three
 * letters or fewer are one part.
 */
export function partsToLookFor(words: string, most: number, countOf: PartCount): string[] {
  // Han characters of a name, each a word of its own.
  if (words.endsWith(' ')) return [...new Set(words.trim().split(' '))].map((character) => ` ${character}`);
  const commonness = ({ text }: Part) => countOf(text.toLowerCase());
  const [first, ...others] = partsOf(words).toSorted((one, other) => commonness(one) - commonness(other));
  if (!first || others.length === 0) return [words];
  // Overlapping neighbours are hardly more selective.
  const [second = others[0]] = others.filter(({ at }) => Math.abs(at - first.at) > 1);
  return [first, ...(second ? [second] : [])].slice(0, most).map(({ text }) => text);
}
