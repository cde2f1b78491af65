import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

const room = process.env['MUTANTS_ROOM'] ?? 'domain';

/** The tests that mutants meet: those of their own room, once, and of the domain without a database. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: [`src/${room}/**/*.test.ts`],
    globalSetup: room === 'server' ? (base.test?.globalSetup ?? []) : [],
    maxWorkers: 1,
    retry: 0,
  },
});
