import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What tests of every kind run with. */
export const tests = {
  // Processes, not threads: the environment reaches them, and one that a test kills takes nothing with it.
  pool: 'forks',
  // Faults and throttles have times of their own: on a busy machine one failure is looked at again.
  retry: 1,
  // What is waited for comes late on a busy machine; how late is no part of any rule.
  expect: { poll: { timeout: 20_000 } },
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

// The copy that Node gives the server and its libraries: a schema of one copy means nothing to another.
export const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

/**
 * Files that need a process of their own: those that end, flood or measure processes, and those of the web, whose modules are one
 * page each. All others share one with the files before them, as the modules of the server are loaded once (docs/decisions/0060).
 */
const apart = [
  'src/web/**/*.test.{ts,tsx}',
  'testing/faults/**/*.test.ts',
  'src/server/db/embedded/**/*.test.ts',
  'src/server/ports/**/*.test.ts',
  'src/server/documents/**/*.test.ts',
  'src/server/features/privacy/copy/archive-memory.test.ts',
];

const all = '{src,testing,scripts,docs}/**/*.test.{ts,tsx}';

/** Tests of faults take minutes and mostly wait: begun last, they would keep one processor of a bare clone idle at the end. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const ofFaults = ({ moduleId }: TestSpecification) => /faults/.test(moduleId);
    return [...sorted.filter(ofFaults), ...sorted.filter((file) => !ofFaults(file))];
  }
}

export default defineConfig({
  resolve,
  test: {
    globalSetup: ['testing/database-cluster.ts'],
    // One more than small machines have processors: tests of faults wait more than they work.
    maxWorkers: 3,
    sequence: { sequencer: FaultsFirst },
    projects: [
      { resolve, test: { ...tests, name: 'together', include: [all], exclude: apart, isolate: false } },
      { resolve, test: { ...tests, name: 'apart', include: apart } },
    ],
  },
});
