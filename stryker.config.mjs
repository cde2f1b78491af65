// Mutation testing (scripts/mutants.mjs): changes the code in many small ways and runs the tests of its room on each
// change. A change that no test notices is a survivor; docs/mutants.md names those that may stay.
export default {
  testRunner: 'one-process',
  plugins: ['./scripts/mutants/runner.ts'],
  mutate: process.env.MUTANTS_OF?.split(',') ?? [],
  concurrency: 1,
  timeoutMS: 20_000,
  // What runs once when a module loads would need a new process for each change.
  ignoreStatic: true,
  // Types are stripped, never compiled: there is no configuration of TypeScript to rewrite.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutants',
  ignorePatterns: ['.data', 'dist', '.cache', 'test-results', 'playwright-report'],
  reporters: ['progress-append-only', 'clear-text', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: '.cache/mutants.html' },
  // Survivors are for people to judge: they fail nothing.
  thresholds: { high: 95, low: 85, break: null },
};
