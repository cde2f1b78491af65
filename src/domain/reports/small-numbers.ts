/** Numbers of a house below this are only shown to those who may see its customers by name (D-52). */
export const smallest = 5;

/** A number, or why it is not shown: it is small, or a small number could be calculated from it. */
export type ShownNumber = number | 'small' | 'withheld';

/**
 * Returns the numbers as shown to users who may not see the customers by name. `parts` add up to `total`: a part below five is
 * not shown; if it is the only one, the next larger part is withheld too, because the rest of the total would reveal it. Of a
 * total below five, nothing is shown.
 */
export function shownParts<Part extends string>(
  total: number,
  parts: Readonly<Record<Part, number>>,
): { total: ShownNumber; parts: Record<Part, ShownNumber> } {
  const names = Object.keys(parts) as Part[];
  const shown = { ...parts } as Record<Part, ShownNumber>;
  if (total < smallest) {
    for (const name of names) shown[name] = 'small';
    return { total: 'small', parts: shown };
  }
  const small = names.filter((name) => parts[name] < smallest);
  for (const name of small) shown[name] = 'small';
  const known = names.filter((name) => parts[name] >= smallest).toSorted((a, b) => parts[a] - parts[b]);
  const [next] = known;
  if (small.length === 1 && next !== undefined) shown[next] = 'withheld';
  return { total, parts: shown };
}

/** Returns a number that is not a part of another one, as shown to users who may not see the customers by name. */
export const shownOf = (number: number): ShownNumber => (number < smallest ? 'small' : number);
