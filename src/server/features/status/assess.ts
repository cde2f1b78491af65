import {
  stuckAfterSeconds,
  type NightState,
  type PartProblem,
  type PartState,
} from '../../../domain/status/status.ts';
import type { Readiness } from '../../http/health.ts';
import type { ReplicaFacts, ReplicaProblem } from '../../db/replica/replica-facts.ts';
import type { FaultKind } from '../../ports/fault-kind.ts';
import type { ServerState } from '../../process/server-state.ts';
import type { AuditCheck, Night } from './store.ts';

/** State of a part, as the page shows it. */
export type Assessed = {
  state: PartState;
  problem: PartProblem | null;
  /** When the problem began, if that is known. */
  since: Date | null;
  last_success: Date | null;
};

type ServiceFacts = ReturnType<ServerState['services']>[number];
type HandOver = ReturnType<ServerState['handOvers']>[number];
type QueueState = Awaited<ReturnType<ServerState['queues']>>[number];

const problemOfKind: Record<FaultKind, PartProblem> = {
  name: 'away',
  connection: 'away',
  timeout: 'away',
  certificate: 'certificate',
  password: 'password',
  refused: 'refused',
  unfit: 'refused',
  other: 'refused',
  full: 'full',
};

const failing = (problem: PartProblem, since: Date | null, last_success: Date | null): Assessed => ({
  ...{ state: 'failing', problem, since, last_success },
});

const fine = (last_success: Date | null, state: PartState = 'works'): Assessed => ({
  ...{ state, problem: null, since: null, last_success },
});

/** A part about which nothing could be read. */
export const unknownPart: Assessed = fine(null, 'unknown');

const later = (...times: readonly (Date | null | undefined)[]): Date | null =>
  times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null);

/** Whether a service is used, replaced by a stand-in, or turned off. */
export type ServiceUse = 'used' | 'stand_in' | 'off';

/** Assesses an outside service: by the check of every ten seconds, then by the last call that the product made. */
export function assessService(
  watched: ServiceFacts | undefined,
  handOver: HandOver | undefined,
  use: ServiceUse,
): Assessed {
  const last = later(watched?.lastAnswer, handOver?.lastSuccess);
  if (watched?.kind) return failing(problemOfKind[watched.kind], watched.since, last);
  if (handOver?.failure) return failing(problemOfKind[handOver.failure.kind], handOver.failure.since, last);
  if (use !== 'used') return fine(last, use);
  return fine(last, last === null ? 'waiting' : 'works');
}

/** Assesses the database: by the server's readiness, then by the check of every ten seconds. */
export function assessDatabase(
  readiness: Readiness,
  isInUse: boolean,
  watched: readonly ServiceFacts[],
  now: Date,
): Assessed {
  const reads = watched.find(({ name }) => name === 'database');
  const writes = watched.find(({ name }) => name === 'database-writes');
  // The caller's session was just read from it.
  const last = later(reads?.lastAnswer, now);
  if (!readiness.ok) return failing(readiness.reason, null, last);
  if (readiness.database === 'disk-full') return failing('full', null, last);
  if (readiness.database === 'read-only')
    return failing('read_only', writes?.kind ? writes.since : null, last);
  if (readiness.database === 'away')
    return failing('away', reads?.kind ? reads.since : null, reads?.lastAnswer ?? null);
  if (writes?.kind)
    return failing(writes.kind === 'full' ? 'full' : 'read_only', writes.since, writes.lastAnswer);
  return isInUse ? fine(last) : failing('copy', null, last);
}

const problemOfReplica: Record<Exclude<ReplicaProblem, 'unknown'>, PartProblem> = {
  unreachable: 'away',
  'other-database': 'not_replica',
  'is-primary': 'not_replica',
  behind: 'late',
};

/** Assesses the replica, by the question of every second. */
export function assessReplica({ problem, lastAnswer }: ReplicaFacts): Assessed {
  if (problem === 'unknown') return fine(lastAnswer, 'waiting');
  return problem === null ? fine(lastAnswer) : failing(problemOfReplica[problem], null, lastAnswer);
}

/** Assesses the queues: jobs that were given up, and jobs that wait for a quarter of an hour. */
export function assessQueues(queues: readonly QueueState[], now: Date): Assessed {
  if (queues.length === 0) return fine(null, 'waiting');
  const oldest = Math.max(...queues.map(({ oldestSeconds }) => oldestSeconds));
  if (oldest > stuckAfterSeconds) return failing('stuck', new Date(now.getTime() - oldest * 1_000), null);
  return queues.some(({ givenUp }) => givenUp > 0) ? failing('given_up', null, null) : fine(null);
}

/** Grace period for the nightly jobs, which start at half past three, before a missing run is a problem, in milliseconds. */
export const nightGraceMs = 60 * 60_000;

/** A nightly job: its state, its last run that worked, and its last failure since. */
export type AssessedNight = {
  name: string;
  state: NightState;
  last_run: Date | null;
  failed_at: Date | null;
};

/** Assesses a nightly job. `due` is the date for which it must have run by now. `night` is undefined if it has never run. */
export function assessNight(name: string, night: Night | undefined, due: string, now: Date): AssessedNight {
  if (!night) return { name, state: 'late', last_run: null, failed_at: null };
  const last_run = later(night.last_done_at, night.done_at);
  const failed_at = night.done_at === null ? night.failed_at : null;
  const isDone = night.done_at !== null && night.night >= due;
  const isClaimed = night.done_at === null && night.claimed_until > now;
  const state = isDone ? 'done' : failed_at ? 'failed' : isClaimed ? 'running' : 'late';
  return { name, state, last_run, failed_at };
}

/** Assesses the nightly work as a whole, by its worst job. */
export function assessNightly(nights: readonly AssessedNight[]): Assessed {
  const ofState = (state: NightState) => nights.filter((night) => night.state === state);
  const earliest = (times: readonly (Date | null)[]) =>
    times.reduce<Date | null>((first, time) => (time && (!first || time < first) ? time : first), null);
  const failed = ofState('failed');
  // The job that has not run for longest decides.
  const last = nights.some(({ last_run }) => last_run === null)
    ? null
    : earliest(nights.map(({ last_run }) => last_run));
  if (failed.length > 0) return failing('failed', earliest(failed.map(({ failed_at }) => failed_at)), last);
  if (ofState('late').length > 0) return failing('late', null, last);
  return fine(last, ofState('running').length > 0 ? 'waiting' : 'works');
}

/** Age of the last check of the audit trail, in milliseconds, from which it counts as missing. */
const checkLateMs = 2 * 86_400_000;

/** Assesses the audit trail by its last check. */
export function assessAudit(check: AuditCheck | null, now: Date): Assessed {
  if (check === null) return fine(null, 'waiting');
  const { checked_at, broken_chains } = check;
  if (broken_chains > 0) return failing('broken', checked_at, null);
  if (now.getTime() - checked_at.getTime() > checkLateMs) return failing('late', checked_at, checked_at);
  return fine(checked_at);
}

/** Assesses the process that makes PDFs. */
export function assessPdf({ lastMade, failingSince }: ReturnType<ServerState['pdf']>): Assessed {
  if (failingSince) return failing('lost', failingSince, lastMade);
  return fine(lastMade, lastMade === null ? 'waiting' : 'works');
}
