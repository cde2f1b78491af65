import type { Language } from '../i18n/texts.ts';

/** A part of two texts: in both, only in the present one, or only in the earlier one. */
export type Stretch = { text: string; kind: 'same' | 'added' | 'removed' };

const segmenters = {
  en: new Intl.Segmenter('en', { granularity: 'word' }),
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
};

/**
 * Above this many pairs of words the middle of two texts counts as completely replaced: comparing it would take too much time and
 * memory.
 */
const mostPairs = 4_000_000;

/**
 * Returns the words that were added to a text and removed from it, with the punctuation and spaces between. Without the removed
 * parts it is the present text, without the added parts the earlier one.
 */
export function wordDiff(before: string, now: string, language: Language): Stretch[] {
  const one = words(before, language);
  const other = words(now, language);
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin += 1;
  let end = 0;
  const most = Math.min(one.length, other.length) - begin;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return joined([
    ...one.slice(0, begin).map(same),
    ...middle(one.slice(begin, one.length - end), other.slice(begin, other.length - end)),
    ...one.slice(one.length - end).map(same),
  ]);
}

const same = (text: string): Stretch => ({ text, kind: 'same' });

const words = (text: string, language: Language): string[] =>
  Array.from(segmenters[language].segment(text), ({ segment }) => segment);

/** Uses the longest common subsequence of words. */
function middle(one: readonly string[], other: readonly string[]): Stretch[] {
  const removed = one.map((text): Stretch => ({ text, kind: 'removed' }));
  const added = other.map((text): Stretch => ({ text, kind: 'added' }));
  if (one.length * other.length > mostPairs) return [...removed, ...added];
  const width = other.length + 1;
  // Length of the longest common subsequence from each pair of positions on.
  const common = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        one[i] === other[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const stretches: Stretch[] = [];
  let i = 0;
  let j = 0;
  while (i < one.length && j < other.length) {
    if (one[i] === other[j]) {
      stretches.push(same(one[i]!));
      i += 1;
      j += 1;
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) {
      stretches.push(removed[i]!);
      i += 1;
    } else {
      stretches.push(added[j]!);
      j += 1;
    }
  }
  return [...stretches, ...removed.slice(i), ...added.slice(j)];
}

/** Merges neighbours of the same kind. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const { text, kind } of stretches) {
    const last = whole.at(-1);
    if (last?.kind === kind) last.text += text;
    else whole.push({ text, kind });
  }
  return whole;
}
