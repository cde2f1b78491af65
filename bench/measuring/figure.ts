/** A measured figure with its goal. */
export type Figure = {
  name: string;
  value: number;
  /** Unit of the value, printed after it. */
  unit: string;
  /** Absent if the figure is only reported. */
  goal?: { least: number } | { most: number };
  /** Additional details of the measurement. */
  about?: string;
};

export type Verdict = 'pass' | 'FAIL' | 'reported';

export function verdictOf({ value, goal }: Figure): Verdict {
  if (!goal) return 'reported';
  const reached = 'least' in goal ? value >= goal.least : value <= goal.most;
  return reached ? 'pass' : 'FAIL';
}

/** Formats numbers for people: 0.87, 43.2, 1204. */
export function digits(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}

/** Returns one line: name, figure, goal and verdict in columns, then the details. */
export function lineOf(figure: Figure): string {
  const { name, value, unit, goal, about } = figure;
  const wanted = !goal ? '' : 'least' in goal ? `at least ${goal.least}` : `at most ${goal.most}`;
  const columns = [
    name.padEnd(34),
    `${digits(value)} ${unit}`.padEnd(26),
    wanted.padEnd(14),
    verdictOf(figure),
  ];
  return columns.join('  ') + (about ? `  (${about})` : '');
}

/** Figure of a duration, from measured times. `about` describes the measurement. */
export function timesFigure(name: string, times: readonly number[], most: number, about = ''): Figure {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    name,
    value: quantile(sorted, 0.95),
    unit: 'ms, 95 of 100',
    goal: { most },
    about: `half ${digits(quantile(sorted, 0.5))} ms${about}`,
  };
}

/** Median; for an even number of values the upper one of the two. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** Quantile: the value below which that share of sorted values is. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
