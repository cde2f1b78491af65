import { databaseUnavailable } from '../db/connection/connect.ts';
import { startJobs, type Jobs, type JobsOptions } from './jobs.ts';
import { codeOf, onceIn } from './queue.ts';

/** Interval between attempts to start the jobs, in milliseconds. */
const againMs = 5_000;

/** True if the database currently serves reads and refuses writes. */
function cannotWrite(error: unknown): boolean {
  const reason = databaseUnavailable(error)?.details['reason'];
  return reason === 'read-only' || reason === 'disk-full';
}

/**
 * Starts the jobs; if the database cannot write now (disk full, read-only after a failover), starts them as soon as it can. A
 * server without jobs still opens plans in an emergency (D-40).
 * @throws when the database is unavailable, or for any other reason
 */
export async function startJobsWhenWritable(options: JobsOptions): Promise<Jobs> {
  const { log } = options;
  const muffled = onceIn(60_000);
  let jobs: Jobs | undefined;
  let trying: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function later(error: unknown): void {
    muffled(() =>
      log(`Mails and nightly work wait until the database can be written to (${codeOf(error)}).`, 'error'),
    );
    if (!stopped) timer = setTimeout(() => void (trying = tryAgain()), againMs).unref();
  }

  async function tryAgain(): Promise<void> {
    try {
      jobs = await startJobs(options);
      log('Mails and nightly work go on: the database can be written to.');
    } catch (error) {
      later(error);
    }
  }

  try {
    jobs = await startJobs(options);
  } catch (error) {
    if (!cannotWrite(error)) throw error;
    later(error);
  }
  return {
    wake: () => jobs?.wake(),
    queues: async () => (await jobs?.queues()) ?? [],
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await trying;
      await (jobs ? jobs.stop() : options.mailer.close());
    },
  };
}
