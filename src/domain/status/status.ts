/** Parts of the product on the administrators' page of the system's status, in the order of the page. */
export const statusParts = [
  'database',
  'replica',
  'mail',
  'texts',
  'payments',
  'files',
  'scanner',
  'queues',
  'nightly',
  'audit',
  'pdf',
] as const;

export type StatusPart = (typeof statusParts)[number];

/**
 * State of a part:
 * - `works`: its last check or last use succeeded.
 * - `waiting`: the server has not checked or used it yet.
 * - `failing`: it has a problem that an administrator must repair.
 * - `stand_in`: a simulated service replaces it. This occurs only outside production.
 * - `off`: the configuration does not use it.
 * - `unknown`: the server could not read its state.
 */
export const partStates = ['works', 'waiting', 'failing', 'stand_in', 'off', 'unknown'] as const;

export type PartState = (typeof partStates)[number];

/** Problem of a part that needs attention, grouped by the required action of an administrator. */
export const partProblems = [
  'away',
  'certificate',
  'password',
  'refused',
  'full',
  'read_only',
  'schema',
  'draining',
  'copy',
  'not_replica',
  'stuck',
  'given_up',
  'late',
  'failed',
  'broken',
  'lost',
] as const;

export type PartProblem = (typeof partProblems)[number];

/** State of a nightly job: done for the date that is due, running, waiting for a retry after a failure, or not run. */
export const nightStates = ['done', 'running', 'failed', 'late'] as const;

export type NightState = (typeof nightStates)[number];

/** Age of a waiting job, in seconds, from which its queue needs attention: the same as in the alert `WattleJobsStuck`. */
export const stuckAfterSeconds = 900;

/** Heading of the section of docs/operations/runbook.md about each problem that does not depend on the part. */
const sectionOfProblem: Partial<Record<PartProblem, string>> = {
  certificate: 'A certificate has expired',
  password: 'A service refuses our password',
  full: "The database's disk is full",
  read_only: 'The database is gone: failover',
  schema: 'A server is dead or hangs',
  draining: 'A server is dead or hangs',
  copy: 'A restore',
};

const sectionOfPart: Record<StatusPart, string> = {
  database: 'The database is gone: failover',
  replica: 'The replica is not used',
  mail: 'The mail server is away',
  texts: 'The text message gateway is away',
  payments: 'The payment company is away, or its events do not come',
  files: 'The bucket is away',
  scanner: 'The virus scanner is away',
  queues: 'Jobs are stuck or given up',
  nightly: 'Nightly work did not run',
  audit: 'The audit trail is broken',
  pdf: 'PDFs are not made',
};

/** Returns the heading of the section of docs/operations/runbook.md that describes the repair. */
export function runbookSection(part: StatusPart, problem: PartProblem): string {
  if (part === 'files' && problem === 'full') return sectionOfPart.files;
  return sectionOfProblem[problem] ?? sectionOfPart[part];
}
