import { defineConfig } from 'vitest/config';
import { resolve, tests } from './vitest.config.ts';

const withDatabase = process.env['MUTANTS_ROOM'] === 'server';

/** The tests that mutants meet (scripts/mutants.mjs). One database serves a whole run. */
export default defineConfig({
  resolve,
  test: {
    ...tests,
    include: process.env['MUTANTS_MEET']?.split(',') ?? [],
    globalSetup: withDatabase ? ['testing/database/database-cluster.ts'] : [],
    // One worker, whose modules are loaded once, follows the orders of scripts/mutants/runner.ts. A thread ends with its process.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    maxConcurrency: 1,
    runner: './scripts/mutants/worker.ts',
    retry: 0,
    // What a mutant keeps waiting will not come.
    expect: { poll: { timeout: 5000 } },
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
