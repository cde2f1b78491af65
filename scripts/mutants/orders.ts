/** Messages between scripts/mutants/runner.ts and the worker of Vitest, which is a thread of its process. */
export const channelName = 'mutants';

/** How often each mutant's code ran: while modules loaded, and in each test. */
export interface Coverage {
  readonly static: Record<string, number>;
  readonly perTest: Record<string, Record<string, number>>;
}

/** Tests to run, of these files; with a mutant, or without one to check that they pass. */
export interface Order {
  readonly files: readonly string[];
  readonly tests?: readonly string[] | undefined;
  readonly mutant?: string | undefined;
  /** Number of runs of changed code after which a mutant counts as an endless loop. */
  readonly hitLimit?: number | undefined;
}

export interface Outcome {
  readonly tests: { readonly id: string; readonly milliseconds: number }[];
  /** The first failed test. Later tests did not run. */
  failed?: { readonly id: string; readonly message: string };
  coverage?: Coverage | undefined;
  isEndless?: boolean;
}
