import { defineConfig } from 'vitest/config';
import { resolve, tests } from './vitest.config.ts';

const room = process.env['MUTANTS_ROOM'] ?? 'domain';

/** The tests that mutants meet: those of their own room, once, and of the domain without a database. */
export default defineConfig({
  resolve,
  test: {
    ...tests,
    include: [`src/${room}/**/*.test.ts`],
    globalSetup: room === 'server' ? ['testing/database-cluster.ts'] : [],
    maxWorkers: 1,
    retry: 0,
  },
});
