/** Between scripts/mutants/runner.ts and the worker of Vitest, which is a thread of its process. */
export const channelName = 'mutants';

/** How often each mutant's code ran: while modules loaded, and in each test. */
export interface Coverage {
  readonly static: Record<string, number>;
  readonly perTest: Record<string, Record<string, number>>;
}

/** Tests to run, of these files; with a mutant or, to see that they pass, without. */
export interface Order {
  readonly files: readonly string[];
  readonly tests?: readonly string[] | undefined;
  readonly mutant?: string | undefined;
  /** After so many runs of changed code a mutant is taken to be endless. */
  readonly hitLimit?: number | undefined;
}

export interface Outcome {
  readonly tests: { readonly id: string; readonly milliseconds: number }[];
  /** The first test that failed. Those behind it did not run. */
  failed?: { readonly id: string; readonly message: string };
  coverage?: Coverage | undefined;
  isEndless?: boolean;
}
