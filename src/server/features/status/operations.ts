import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { AppError } from '../../../domain/errors.ts';
import type { StatusPart } from '../../../domain/status/status.ts';
import { databaseTime } from '../../db/clock.ts';
import { dueDay } from '../../jobs/nightly/nightly-tasks.ts';
import type { Config } from '../../config.ts';
import type { Services, Tx } from '../../pipeline/context.ts';
import { operation } from '../../pipeline/operation.ts';
import { nothing } from '../../pipeline/subjects.ts';
import type { ServerState } from '../../process/server-state.ts';
import {
  assessAudit,
  assessDatabase,
  assessNight,
  assessNightly,
  assessPdf,
  assessQueues,
  assessReplica,
  assessService,
  nightGraceMs,
  unknownPart,
  type Assessed,
  type ServiceUse,
} from './assess.ts';
import { findAuditCheck, findNights } from './store.ts';

/** How long the page waits for one fact, in milliseconds. */
const patienceMs = 3_000;

/** Returns a fact; undefined if it could not be read in time, so that every other fact is still shown. */
async function factOrUndefined<Fact>(read: () => Promise<Fact>): Promise<Fact | undefined> {
  const patience = new AbortController();
  try {
    return await Promise.race([
      read(),
      pause(patienceMs, undefined, { ref: false, signal: patience.signal }),
    ]).catch(() => undefined);
  } catch {
    return undefined;
  } finally {
    patience.abort();
  }
}

type ServiceName = 'mail' | 'texts' | 'payments' | 'files' | 'scanner';

/** Names of the services in the records of calls. */
const handOverOf = {
  mail: 'mail',
  texts: 'text message',
  payments: 'payment',
  files: 'file',
  scanner: 'file to be scanned',
} as const;

const usesOf = (config: Config, services: Services): Record<ServiceName, ServiceUse> => ({
  mail: config.smtpUrl === undefined ? 'stand_in' : 'used',
  texts: config.smsUrl === undefined ? 'stand_in' : 'used',
  payments: config.payments.stripe ? 'used' : services.payments ? 'stand_in' : 'off',
  files: 'used',
  scanner: config.clamd ? 'used' : 'off',
});

function assessServices(services: Services, state: ServerState): Record<ServiceName, Assessed> {
  const uses = usesOf(services.config, services);
  const watched = state.services();
  const handOvers = state.handOvers();
  const assess = (name: ServiceName) =>
    assessService(
      watched.find((each) => each.name === name),
      handOvers.find(({ service }) => service === handOverOf[name]),
      uses[name],
    );
  return {
    mail: assess('mail'),
    texts: assess('texts'),
    payments: assess('payments'),
    files: assess('files'),
    scanner: assess('scanner'),
  };
}

/** Loads the nightly jobs. The database's clock decides what is due, as for the jobs themselves. */
async function findNightlyJobs(tx: Tx, services: Services, names: readonly string[]) {
  const [nights, now] = await Promise.all([findNights(tx), databaseTime(services.db)]);
  const due = dueDay(new Date(now.getTime() - nightGraceMs));
  return names.map((name) => assessNight(name, nights.get(name), due, now));
}

/**
 * Returns the state of each part of the product, from the sources of `/metrics` and `/readyz` of the server that responds, and
 * from the tables of nightly jobs and checks of the audit trail.
 */
export const systemStatus = operation({
  name: 'systemStatus',
  kind: 'read',
  input: z.strictObject({}),
  access: { action: 'status.read', subject: nothing },
  async run({ tx, services }) {
    const { state } = services;
    if (!state) throw new AppError('unavailable');
    const now = new Date();
    const [readiness, queues, nightly, audit] = await Promise.all([
      factOrUndefined(() => state.readiness()),
      factOrUndefined(() => state.queues()),
      factOrUndefined(() => findNightlyJobs(tx, services, state.nightlyTasks)),
      factOrUndefined(() => findAuditCheck(tx)),
    ]);
    const parts: Record<Exclude<StatusPart, 'replica'>, Assessed> & { replica?: Assessed } = {
      database: readiness ? assessDatabase(readiness, state.isInUse(), state.services(), now) : unknownPart,
      ...(services.replica && { replica: assessReplica(services.replica.facts()) }),
      ...assessServices(services, state),
      queues: queues ? assessQueues(queues, now) : unknownPart,
      nightly: nightly ? assessNightly(nightly) : unknownPart,
      audit: audit === undefined ? unknownPart : assessAudit(audit, now),
      pdf: assessPdf(state.pdf()),
    };
    return {
      at: now,
      parts: Object.entries(parts).map(([name, part]) => ({ name, ...part })),
      queues: queues ?? null,
      nightly: nightly ?? null,
      audit: audit ?? null,
    };
  },
});
