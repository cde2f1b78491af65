import { kindOfFault } from '../ports/fault-kind.ts';
import type { Database } from '../db/connection/connect.ts';
import type { ObjectStore } from '../ports/object-store/port.ts';
import { ObjectStoreError } from '../ports/object-store/port.ts';
import type { WriteLine } from '../ports/write-line.ts';
import { findInstallationState, type InstallationState } from './installation.ts';

/** Whether this server works on the database in use. */
export type InstallationWatch = {
  isInUse(): boolean;
  /** Resolves when the database is known to be in use; never if it is a copy. */
  whenInUse: Promise<void>;
  stop(): void;
};

/** Interval between checks while the files are unavailable, in milliseconds. */
const againMs = 5_000;

const reasons: Record<Exclude<InstallationState, 'in-use'>, string> = {
  'copied-elsewhere': 'This database is a copy: its files belong to another database, which is in use.',
  'older-than-its-files': 'This database is older than its files: it was restored from a backup.',
  'no-mark': 'The files have no mark of this database: the bucket or data folder belongs to another one.',
};

const consequence =
  'Nothing is deleted, mailed or charged, and no file is taken. To use this database from now on, stop all other servers and run "npm run installation:use" with this environment.';

/**
 * Checks whether the database is the one in use, before anything is deleted, mailed or charged. While the files are unavailable
 * this is unknown, and the check is repeated.
 * @throws the error of the database at the first check
 */
export async function watchInstallation({
  db,
  store,
  log,
}: {
  db: Database;
  store: ObjectStore;
  log: WriteLine;
}): Promise<InstallationWatch> {
  let state: InstallationState | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const { promise: whenInUse, resolve } = Promise.withResolvers<void>();

  async function ask(): Promise<void> {
    state = await findInstallationState(db, store);
    if (state === 'in-use') resolve();
    else log(`${reasons[state]} ${consequence}`, 'error');
  }

  function later(): void {
    if (isStopped) return;
    timer = setTimeout(() => void ask().catch(later), againMs);
    timer.unref();
  }

  try {
    await ask();
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    log(
      `Deletions, mails and payments wait: whether this database is in use is marked beside the files, which do not answer (${kindOfFault(error)}).`,
      'error',
    );
    later();
  }
  return {
    isInUse: () => state === 'in-use',
    whenInUse,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
