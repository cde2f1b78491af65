import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apart, long } from './testing/repository/projects.ts';

/** Options shared by all test projects. */
export const tests = {
  // Processes instead of threads: each has its own environment, and a killed one does not end the others.
  pool: 'forks',
  // Tests of faults and rate limits depend on time and may fail once on a busy machine.
  retry: 1,
  // Generous, because no test is about the length of this wait.
  expect: { poll: { timeout: 20_000 } },
  // Files that share a process must not change each other's globals.
  unstubGlobals: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

// The copy that Node resolves for the server and its libraries: graphql rejects a schema of another copy.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const all = '{src,testing,scripts,docs}/**/*.test.{ts,tsx}';

/** Starts long tests first. They mostly wait, so at the end of the run they would leave processors idle. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ project }: TestSpecification) => project.name === 'long';
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['testing/database/database-cluster.ts'],
    // One more than the processors of a small machine, because many tests mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        resolve,
        test: { ...tests, name: 'together', include: [all], exclude: [...apart, ...long], isolate: false },
      },
      { resolve, test: { ...tests, name: 'apart', include: apart, exclude: long } },
      { resolve, test: { ...tests, name: 'long', include: long } },
    ],
  },
});
