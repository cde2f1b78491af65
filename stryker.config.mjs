// Mutation testing (scripts/mutants.mjs): runs the tests against many small changes of the code. A change that fails no test is a
// survivor; docs/mutants.md lists the accepted ones.
export default {
  testRunner: 'one-process',
  plugins: ['./scripts/mutants/runner.ts'],
  mutate: process.env.MUTANTS_OF?.split(',') ?? [],
  concurrency: 1,
  timeoutMS: 20_000,
  // A mutant of code that runs when a module loads would need a process of its own.
  ignoreStatic: true,
  // Node strips types, so there is no TypeScript configuration to rewrite.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutants',
  ignorePatterns: ['.data', 'dist', '.cache', 'test-results', 'playwright-report'],
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.cache/mutants.html' },
  // Survivors need review and do not fail the run.
  thresholds: { high: 95, low: 85, break: null },
};
