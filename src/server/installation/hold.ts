import type { Jobs } from '../jobs/jobs.ts';
import { ObjectStoreError, type ObjectStore } from '../ports/object-store/port.ts';
import { CareError, type ResidentialCare } from '../ports/residential-care/port.ts';
import type { InstallationWatch } from './watch-installation.ts';

/** Wraps a store, and refuses to write and delete until the database is known to be the one in use. */
export function holdStore(store: ObjectStore, { isInUse }: InstallationWatch): ObjectStore {
  const refuse = () => {
    if (!isInUse()) throw new ObjectStoreError('This database is not in use.', { code: 'refused' });
  };
  return {
    async put(key, content, bytes) {
      refuse();
      await store.put(key, content, bytes);
    },
    get: (key, range) => store.get(key, range),
    async delete(keys) {
      refuse();
      await store.delete(keys);
    },
  };
}

/** Wraps the residential-care systems, and calls none until the database is known to be the one in use. */
export function holdCare(
  care: ResidentialCare,
  { isInUse }: Pick<InstallationWatch, 'isInUse'>,
): ResidentialCare {
  const held =
    <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (!isInUse()) throw new CareError('unreachable');
      return call(...given);
    };
  return {
    check: held(care.check),
    activeResidents: held(care.activeResidents),
    sendPlan: held(care.sendPlan),
    withdrawPlan: held(care.withdrawPlan),
    papers: held(care.papers),
    readPaper: held(care.readPaper),
  };
}

/**
 * Starts the jobs when the database is known to be in use; immediately if it already is.
 * @throws the error of `start` in that case
 */
export async function holdJobs(
  installation: InstallationWatch,
  {
    start,
    log,
    close,
  }: { start: () => Promise<Jobs>; log: (error: unknown) => void; close: () => Promise<void> },
): Promise<Jobs> {
  if (installation.isInUse()) return start();
  let jobs: Jobs | undefined;
  let starting: Promise<void> | undefined;
  void installation.whenInUse.then(() => {
    starting = start().then((started) => void (jobs = started), log);
  });
  return {
    wake: () => jobs?.wake(),
    queues: async () => (await jobs?.queues()) ?? [],
    async stop() {
      installation.stop();
      await starting;
      await (jobs ? jobs.stop() : close());
    },
  };
}
