import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Seconds that running requests get to end once no new ones are taken. */
const graceSeconds = 20;

export type Stoppable = {
  /** From now on not ready, so that a balancer leads new calls elsewhere. */
  drain(): void;
  /** Lets running requests and jobs end, and lets go of everything. */
  close(): Promise<void>;
  /** Seconds to serve on after `drain`, in which balancers notice. */
  drainSeconds: number;
  log: (message: string) => void;
};

/**
 * Ends this process on SIGTERM, SIGINT and SIGHUP, and when `npm start` is gone that started it: drained first,
 * then closed. Exits with 0, with 1 where closing takes too long, and at once at a second signal.
 */
export function shutDownOnSignal({ drain, close, drainSeconds, log }: Stoppable): void {
  let stopping = false;

  async function stop(why: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    drain();
    log(`Stopping (${why}): not ready any more, serving for ${drainSeconds} s.`);
    await pause(drainSeconds * 1000);
    setTimeout(() => process.exit(1), graceSeconds * 1000).unref();
    await close();
    log('Stopped.');
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(128 + constants.signals[signal]);
      void stop(signal);
    });
  }
  whenParentGone(() => void stop('the process that started it is gone'));
}

/** Set by `scripts/start.mjs`: standard input is a pipe that ends with the process that started this one, however it ends. */
const parentPipe = 'WATTLE_PARENT_PIPE';

function whenParentGone(callback: () => void): void {
  if (!process.env[parentPipe]) return;
  const { stdin } = process;
  stdin.once('end', callback).once('error', callback).resume();
  // Waiting for its end is no reason to stay.
  (stdin as { unref?: () => void }).unref?.();
}
