import { defineConfig } from 'vitest/config';
import { resolve, tests } from './vitest.config.ts';

const withDatabase = process.env['MUTANTS_ROOM'] === 'server';

/** The tests that mutants meet (scripts/mutants.mjs). One database serves a whole run. */
export default defineConfig({
  resolve,
  test: {
    ...tests,
    include: process.env['MUTANTS_MEET']?.split(',') ?? [],
    globalSetup: withDatabase ? ['testing/database-cluster.ts'] : [],
    // The modules of the server are loaded once for all the tests that a mutant meets.
    isolate: !withDatabase,
    maxWorkers: 1,
    retry: 0,
  },
});
