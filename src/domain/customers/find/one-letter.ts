/** Shortest word in which a wrong letter is forgiven. */
export const shortestForgiven = 4;

/** Whether two words differ by one letter: another one, one too many or too few, or two neighbours exchanged. */
export function isOneLetterAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || one === other) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  const rest = (word: string, from: number) => word.slice(begin + from);
  if (long.length > short.length) return rest(short, 0) === rest(long, 1);
  if (rest(short, 1) === rest(long, 1)) return true;
  return (
    short[begin] === long[begin + 1] && short[begin + 1] === long[begin] && rest(short, 2) === rest(long, 2)
  );
}
