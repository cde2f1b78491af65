import { defineConfig } from 'vitest/config';
import { resolve, tests } from './vitest.config.ts';

const withDatabase = process.env['MUTANTS_SIDE'] === 'server';

/** Configuration of the tests that run against mutants (scripts/mutants.mjs). The whole run shares one database. */
export default defineConfig({
  resolve,
  test: {
    ...tests,
    include: process.env['MUTANTS_TESTS']?.split(',') ?? [],
    globalSetup: withDatabase ? ['testing/database/database-cluster.ts'] : [],
    // One worker, which loads modules once and gets its tests from scripts/mutants/runner.ts. A thread ends with its process.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 1,
    runner: './scripts/mutants/worker.ts',
    retry: 0,
    // Short, because most waits that exceed it are caused by the mutant and never end.
    expect: { poll: { timeout: 5000 } },
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
