/** The letters of names from the most common to the rarest, roughly. The digits of an address are rarer than most. */
const byFrequency = 'eanirolstmhdcugk0123456789ybpjwvfzxq';

/** Parts of many names that are more common than their letters. */
const commonParts = new Set(['ald', 'ell', 'ham', 'ith', 'mar', 'rob', 'son']);

const rarity = (part: string): number => {
  const sum = [...part.toLowerCase()].reduce((sum, letter) => sum + byFrequency.indexOf(letter), 0);
  return commonParts.has(part.toLowerCase()) ? sum / 3 : sum;
};

/** Three letters or digits, of which the index of words knows who has them. */
const partLength = 3;

type Part = { at: number; text: string };

/** Every three letters or digits that stand together. */
function partsOf(words: string): Part[] {
  const parts: Part[] = [];
  for (const { 0: run, index } of words.matchAll(/[a-z0-9]{3,}/gi))
    for (let at = 0; at + partLength <= run.length; at += 1)
      parts.push({ at: index + at, text: run.slice(at, at + partLength) });
  return parts;
}

/**
 * Parts of what is looked for: all who have the words have all of them. An index that was asked for the words themselves would read a
 * long list for each three letters in them; one or two rare ones say nearly as much. What has three letters or fewer is one part.
 */
export function partsToLookFor(words: string, most: number): string[] {
  // The characters of a name in Han, each a word of its own.
  if (words.endsWith(' ')) return [...new Set(words.trim().split(' '))].map((character) => ` ${character}`);
  // Nearly everybody has the same few words behind the @.
  const [name = '', ...host] = words.split('@');
  const parts = partsOf(name).length > 0 || host.length === 0 ? partsOf(name) : partsOf(words);
  const [first, ...others] = parts.toSorted((one, other) => rarity(other.text) - rarity(one.text));
  if (!first || others.length === 0) return [words];
  // Those that stand side by side say nearly the same.
  const [second = others[0]] = others.filter(({ at }) => Math.abs(at - first.at) > 1);
  return [first, ...(second ? [second] : [])].slice(0, most).map(({ text }) => text);
}
