/** One measured figure with its goal. */
export type Figure = {
  name: string;
  value: number;
  /** What the value counts, as it is printed after it. */
  unit: string;
  /** Absent: a figure that is told and not judged. */
  goal?: { least: number } | { most: number };
  /** What else tells how it came about. */
  about?: string;
};

export type Verdict = 'pass' | 'FAIL' | 'told';

export function verdictOf({ value, goal }: Figure): Verdict {
  if (!goal) return 'told';
  const reached = 'least' in goal ? value >= goal.least : value <= goal.most;
  return reached ? 'pass' : 'FAIL';
}

/** Numbers as people read them: 0.87, 43.2, 1204. */
export function digits(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) < 10 ? 2 : 1);
}

/** One line: name, figure, goal and verdict in columns, then the rest. */
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

/** How long something takes, by how long it took each time. `about` says how it was asked for. */
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

/** The value in the middle; of an even number the upper one. */
export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

/** The value below which that share of sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
