/**
 * Files that take minutes of the machine by what they do: `npm run test:all` runs them too, `npm test` does not. No row of
 * docs/requirements.tsv is proved by them alone (testing/projects.test.ts).
 */
export const long = [
  // They start, kill and replace whole servers,
  'testing/faults/killed-server.test.ts',
  'testing/faults/npm-start.test.ts',
  'testing/faults/rolling-restart.test.ts',
  'testing/faults/starting.test.ts',
  'testing/faults/stopping.test.ts',
  'src/server/jobs/killed-process.test.ts',
  // kill, freeze and cut off databases, each of which they make for it,
  'testing/faults/emergency-frozen.test.ts',
  'testing/faults/emergency-read-only.test.ts',
  'testing/faults/killed-database.test.ts',
  'testing/faults/outages.test.ts',
  'src/server/db/embedded/embedded-faults.test.ts',
  'src/server/db/embedded/embedded.test.ts',
  // fill disks, connections and memory,
  'testing/faults/full-disk.test.ts',
  'testing/faults/overload.test.ts',
  'testing/security/one-customer.test.ts',
  'src/server/features/privacy/copy/archive-memory.test.ts',
];

/**
 * Files that need a process of their own: those that change their process, and those of the web, whose modules are one
 * page each. All others share one with the files before them, as the modules of the server are loaded once (docs/decisions/0060).
 */
export const apart = [
  'src/web/**/*.test.{ts,tsx}',
  'src/server/ports/**/*.test.ts',
  'src/server/documents/**/*.test.ts',
];
