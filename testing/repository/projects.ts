/**
 * Files whose tests take minutes: `npm run test:all` runs them too, `npm test` does not. No row of
 * docs/requirements.tsv is proved by them alone (testing/repository/projects.test.ts).
 */
export const long = [
  // Tests that start, kill and replace whole servers,
  'testing/faults/start-and-stop/killed-server.test.ts',
  'testing/faults/start-and-stop/npm-start.test.ts',
  'testing/faults/releases/rolling-restart.test.ts',
  'testing/faults/releases/rolling-upgrade.test.ts',
  'testing/faults/start-and-stop/starting.test.ts',
  'testing/faults/start-and-stop/stopping.test.ts',
  'src/server/jobs/killed-process.test.ts',
  'testing/security/production-start.test.ts',
  'testing/deploy/proxies.test.ts',
  'testing/deploy/two-servers.test.ts',
  'testing/faults/bad-days.test.ts',
  'testing/deploy/systemd-unit.test.ts',
  'testing/traces/traces.test.ts',
  'testing/traces/traces-off.test.ts',
  // that run the operator's commands, each as a process,
  'scripts/operator/calls/billing-reconcile.test.ts',
  'scripts/operator/config-checks/certificate.test.ts',
  'scripts/operator/config-checks/check-config.test.ts',
  'scripts/operator/config-checks/check.test.ts',
  'scripts/operator/calls/staff-new.test.ts',
  'testing/faults/backups/backup-restore.test.ts',
  // that kill, freeze and disconnect databases made for them,
  'testing/faults/emergency/emergency-frozen.test.ts',
  'testing/faults/emergency/emergency-read-only.test.ts',
  'testing/faults/database/killed-database.test.ts',
  'testing/faults/emergency/killed-openings.test.ts',
  'testing/faults/database/outages.test.ts',
  'testing/faults/backups/restored-backup.test.ts',
  'testing/faults/backups/restored-copy.test.ts',
  'src/server/db/embedded/embedded-faults.test.ts',
  'src/server/db/embedded/embedded.test.ts',
  // that stop the mail server, the object store, the scanner, the payment provider or a pooler for a while,
  'src/server/jobs/sent-mails/mail-delivery.test.ts',
  'src/server/jobs/sent-mails/mail-server-away.test.ts',
  'src/server/features/files/store-faults.test.ts',
  'src/server/features/files/scanning/silent-scanner.test.ts',
  'src/server/features/billing/operations/faults.test.ts',
  'src/server/db/connection/pooler.test.ts',
  // that list every browser test,
  'testing/repository/whole-set.test.ts',
  // that run hundreds of random histories,
  'src/server/features/customers/page/plan/histories.test.ts',
  'src/server/features/customers/page/plan/paper-histories.test.ts',
  'src/server/features/shared-plan/histories/histories.test.ts',
  // that fill databases, disks, connections and memory.
  'testing/tables/large-tables.test.ts',
  'testing/faults/database/full-disk.test.ts',
  'testing/faults/database/overload.test.ts',
  'testing/security/limits/card-flood.test.ts',
  'testing/security/limits/one-customer.test.ts',
  'src/server/features/privacy/copy/archive-memory.test.ts',
];

/**
 * Files that need a process of their own. All others reuse the process of earlier files, so that modules are loaded once
 * (docs/decisions/0060).
 */
export const apart = [
  // They load the PDF engine, which never frees its memory, kill processes or change their environment,
  'src/server/documents/invoice-pdf.test.ts',
  'src/server/documents/paper-languages.test.ts',
  'src/server/documents/pdf-process/pdf-pool.test.ts',
  'src/server/documents/plan-pdf.test.ts',
  // name more statements than one server has,
  'src/server/db/connection/prepared-statements.test.ts',
  // or change modules at load time.
  'src/server/graphql/page.test.ts',
  'src/server/ports/object-store/data-folder.test.ts',
  'src/web/features/questionnaire/trial-question.test.tsx',
];
