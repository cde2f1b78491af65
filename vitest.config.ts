import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,testing,scripts,docs}/**/*.test.{ts,tsx}'],
    globalSetup: ['testing/database-cluster.ts'],
    // Processes of their own: the environment reaches them, and one that a test kills takes nothing with it.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
