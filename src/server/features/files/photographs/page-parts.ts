/** Number of objects that one photograph may have. Its largest size needs fewer. */
const partsAtMost = 100;

/** Returns the number before the first part of a photograph, among the objects of its upload. */
export const numbersBefore = (page: number): number => page * partsAtMost;

/** Returns the parts of one photograph, in their order. */
export const partsOfPage = <Part extends { number: number }>(
  parts: readonly Part[],
  page: number,
): readonly Part[] => parts.filter(({ number }) => Math.floor(number / partsAtMost) === page);

/** Returns how many parts of a photograph arrived, from the first one up to the first gap. `numbers` are those of its upload. */
export function partsReceived(numbers: readonly number[], page: number): number {
  const arrived = new Set(numbers);
  let count = 0;
  while (arrived.has(numbersBefore(page) + count + 1)) count += 1;
  return count;
}
