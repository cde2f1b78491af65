/**
 * Files whose tests take minutes: `npm run test:all` runs them too, `npm test` does not. No row of
 * docs/requirements.tsv is proved by them alone (testing/projects.test.ts).
 */
export const long = [
  // Tests that start, kill and replace whole servers,
  'testing/faults/killed-server.test.ts',
  'testing/faults/npm-start.test.ts',
  'testing/faults/rolling-restart.test.ts',
  'testing/faults/rolling-upgrade.test.ts',
  'testing/faults/starting.test.ts',
  'testing/faults/stopping.test.ts',
  'src/server/jobs/killed-process.test.ts',
  'testing/security/production-start.test.ts',
  'testing/proxies.test.ts',
  'testing/two-servers.test.ts',
  'testing/faults/bad-days.test.ts',
  'testing/systemd-unit.test.ts',
  'testing/traces.test.ts',
  'testing/traces-off.test.ts',
  // that run the operator's commands, each as a process,
  'scripts/operator/billing-reconcile.test.ts',
  'scripts/operator/check-config.test.ts',
  'scripts/operator/config-checks/check.test.ts',
  'scripts/operator/staff-new.test.ts',
  'testing/faults/backup-restore.test.ts',
  // that kill, freeze and disconnect databases made for them,
  'testing/faults/emergency-frozen.test.ts',
  'testing/faults/emergency-read-only.test.ts',
  'testing/faults/killed-database.test.ts',
  'testing/faults/killed-openings.test.ts',
  'testing/faults/outages.test.ts',
  'testing/faults/restored-backup.test.ts',
  'testing/faults/restored-copy.test.ts',
  'src/server/db/embedded/embedded-faults.test.ts',
  'src/server/db/embedded/embedded.test.ts',
  // that stop the mail server, the object store, the scanner, the payment provider or a pooler for a while,
  'src/server/jobs/mail-delivery.test.ts',
  'src/server/jobs/mail-server-away.test.ts',
  'src/server/features/files/store-faults.test.ts',
  'src/server/features/files/silent-scanner.test.ts',
  'src/server/features/billing/operations/faults.test.ts',
  'src/server/db/pooler.test.ts',
  // that run hundreds of random histories,
  'src/server/features/customers/page/histories.test.ts',
  'src/server/features/customers/page/paper-histories.test.ts',
  'src/server/features/shared-plan/histories.test.ts',
  // that fill databases, disks, connections and memory.
  'testing/large-tables.test.ts',
  'testing/faults/full-disk.test.ts',
  'testing/faults/overload.test.ts',
  'testing/security/card-flood.test.ts',
  'testing/security/one-customer.test.ts',
  'src/server/features/privacy/copy/archive-memory.test.ts',
];

/**
 * Files that need a process of their own. All others reuse the process of earlier files, so that modules are loaded once
 * (docs/decisions/0060).
 */
export const apart = [
  // They load the PDF engine, which keeps its memory, or end processes and change the environment of their own,
  'src/server/documents/invoice-pdf.test.ts',
  'src/server/documents/paper-languages.test.ts',
  'src/server/documents/pdf-pool.test.ts',
  'src/server/documents/plan-pdf.test.ts',
  // or change modules at load time.
  'src/server/graphql/page.test.ts',
  'src/server/ports/object-store/data-folder.test.ts',
  'src/web/features/questionnaire/trial-question.test.tsx',
];
