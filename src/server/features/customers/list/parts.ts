/**
 * Letters and digits from the most common to the rarest in names, roughly. The digits of an address are rarer than most letters.
 */
const byFrequency = 'eanirolstmhdcugk0123456789ybpjwvfzxq';

/** Parts of many names that are more common than their letters suggest. */
const commonParts = new Set(['ald', 'ell', 'ham', 'ith', 'mar', 'rob', 'son']);

const rarity = (part: string): number => {
  const sum = [...part.toLowerCase()].reduce((sum, letter) => sum + byFrequency.indexOf(letter), 0);
  return commonParts.has(part.toLowerCase()) ? sum / 3 : sum;
};

/** Length of a trigram of the search index, in letters or digits. */
const partLength = 3;

type Part = { at: number; text: string };

/** Returns every three adjacent letters or digits. */
function partsOf(words: string): Part[] {
  const parts: Part[] = [];
  for (const { 0: run, index } of words.matchAll(/[a-z0-9]{3,}/gi))
    for (let at = 0; at + partLength <= run.length; at += 1)
      parts.push({ at: index + at, text: run.slice(at, at + partLength) });
  return parts;
}

/**
 * Returns the parts of search words to query the index for: every row with the words also has these parts. Querying the index for
 * the words themselves would read a long list for each trigram; one or two rare trigrams are almost as selective. Words of three
 * letters or fewer are one part.
 */
export function partsToLookFor(words: string, most: number): string[] {
  // Han characters of a name, each a word of its own.
  if (words.endsWith(' ')) return [...new Set(words.trim().split(' '))].map((character) => ` ${character}`);
  // Nearly all addresses have the same few words after the @.
  const [name = '', ...host] = words.split('@');
  const parts = partsOf(name).length > 0 || host.length === 0 ? partsOf(name) : partsOf(words);
  const [first, ...others] = parts.toSorted((one, other) => rarity(other.text) - rarity(one.text));
  if (!first || others.length === 0) return [words];
  // Overlapping neighbours are hardly more selective.
  const [second = others[0]] = others.filter(({ at }) => Math.abs(at - first.at) > 1);
  return [first, ...(second ? [second] : [])].slice(0, most).map(({ text }) => text);
}
