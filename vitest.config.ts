import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The copy that Node gives the server and its libraries: a schema of one copy means nothing to another.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['{src,testing,scripts,docs}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/database-cluster.ts'],
    // Processes of their own: the environment reaches them, and one that a test kills takes nothing with it.
    pool: 'forks',
    // One more than small machines have processors: tests of faults wait more than they work.
    maxWorkers: 3,
    // Faults and throttles have times of their own: on a busy machine one failure is looked at again.
    retry: 1,
    // What is waited for comes late on a busy machine; how late is no part of any rule.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
