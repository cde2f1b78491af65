import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../../../domain/errors.ts';
import type { Events } from '../../../../domain/events.ts';
import type { Context, Services, Tx } from '../../../pipeline/context.ts';
import type { CareFailure } from '../../../ports/residential-care/port.ts';
import { openConnection } from '../connection/connected.ts';
import { careFailure } from '../sending/send-plan.ts';
import { finishCareSync, sendSyncLine } from './line-operations.ts';
import * as store from './sync-store.ts';

export type SyncPace = {
  /** Time after which a job hands a sync over to a new job, so that other jobs can run, in milliseconds. */
  sliceMs: number;
  /** Waiting times before the system is tried again after a failure, in milliseconds. */
  pausesMs: readonly number[];
  /** Pause after a line, as a share of the time that it took. */
  leftToOthers: number;
};

export const usualPace: SyncPace = { sliceMs: 15_000, pausesMs: [0, 2_000, 5_000], leftToOthers: 0.25 };

/** Number of lines in memory at once. */
const linesAtOnce = 50;

/** Delay before a line that another sender is working on is tried again, in milliseconds. */
const busyMs = 1_000;

/** Adds the event that lets another job continue the sync. */
export async function emitDue(tx: Tx, { sync_id, beat }: store.DueSync): Promise<void> {
  const payload: Events['care-sync.due'] = { sync_id, beat: beat.toISOString() };
  await tx
    .insertInto('outbox')
    .values({ type: 'care-sync.due', payload: JSON.stringify(payload) })
    .execute();
}

/** Checks the system until a check succeeds or all pauses are over. Returns the last failure; null if a check succeeded. */
async function failureOfSystem(
  services: Services,
  integrationId: string,
  { pausesMs }: SyncPace,
): Promise<CareFailure | null> {
  const connection = await openConnection(services, integrationId);
  if (!connection) return null;
  let failure: CareFailure | null = null;
  for (const ms of pausesMs) {
    await pause(ms);
    failure = await services.residentialCare.check(connection).then(() => null, careFailure);
    if (failure === null || failure === 'credentials') return failure;
  }
  return failure;
}

/**
 * Works on a sync for some seconds, line by line, and leaves the rest to another job. Each line ends in the database before the
 * next begins: after a killed process, only the line in work is sent again. A stopped sync ends after the line in work. When the
 * system does not answer at all, the lines that are left fail together, for a retry.
 * @throws AppError `unavailable` while another job works on the sync, and when the database or the PDF engine is unavailable
 */
export async function runSync(context: Context, due: store.DueSync, pace = usualPace): Promise<void> {
  const { services } = context;
  const claim = await store.claimSync(services.db, due);
  if (claim === 'over') return;
  if (claim === 'taken') throw new AppError('unavailable');
  const run = new Slice(context, claim.integrationId, { sync_id: due.sync_id, beat: claim.beat }, pace);
  await run.work();
}

class Slice {
  readonly #context: Context;
  readonly #integrationId: string;
  readonly #pace: SyncPace;
  readonly #until: number;
  #due: store.DueSync;

  constructor(context: Context, integrationId: string, due: store.DueSync, pace: SyncPace) {
    this.#context = context;
    this.#integrationId = integrationId;
    this.#due = due;
    this.#pace = pace;
    this.#until = performance.now() + pace.sliceMs;
  }

  async work(): Promise<void> {
    const { db } = this.#context.services;
    for (;;) {
      const open = await store.findOpenLines(db, this.#due.sync_id, linesAtOnce);
      if (open.length === 0) return this.#finish(null);
      for (const linkId of open) {
        if (performance.now() >= this.#until) return this.#leave();
        const alive = await store.beatOn(db, this.#due, linkId);
        if (!alive) return;
        this.#due = alive;
        const failure = await this.#send(linkId);
        if (failure !== null) return this.#finish(failure);
      }
    }
  }

  /** Sends one plan. Returns the failure of the system if it does not answer at all. */
  async #send(linkId: string): Promise<CareFailure | null> {
    const began = performance.now();
    const line = { sync_id: this.#due.sync_id, link_id: linkId };
    const outcome = await sendSyncLine.call(this.#context, { ...line, is_last_try: false });
    if (outcome === 'failed') {
      const failure = await failureOfSystem(this.#context.services, this.#integrationId, this.#pace);
      if (failure !== null) return failure;
      await sendSyncLine.call(this.#context, { ...line, is_last_try: true });
    }
    await pause(outcome === 'busy' ? busyMs : (performance.now() - began) * this.#pace.leftToOthers);
    return null;
  }

  async #finish(failure: CareFailure | null): Promise<void> {
    await finishCareSync.call(this.#context, { sync_id: this.#due.sync_id, failure });
  }

  async #leave(): Promise<void> {
    const { services } = this.#context;
    await emitDue(services.db, this.#due);
    services.eventsWaiting();
  }
}
