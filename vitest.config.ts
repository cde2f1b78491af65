import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { apart, long } from './testing/repository/projects.ts';

/** What tests of every kind run with. */
export const tests = {
  // Processes, not threads: the environment reaches them, and one that a test kills takes nothing with it.
  pool: 'forks',
  // Faults and throttles have times of their own: on a busy machine one failure is looked at again.
  retry: 1,
  // What is waited for comes late on a busy machine; how late is no part of any rule.
  expect: { poll: { timeout: 20_000 } },
  // Files that share a process leave each other the globals as they were.
  unstubGlobals: true,
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

// The copy that Node gives the server and its libraries: a schema of one copy means nothing to another.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

const all = '{src,testing,scripts,docs}/**/*.test.{ts,tsx}';

/** Long tests mostly wait: begun last, they would keep one processor of a bare clone idle at the end. */
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
    // One more than small machines have processors: many tests wait more than they work.
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
