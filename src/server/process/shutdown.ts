import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** Grace period for running requests after the server stops accepting new ones, in seconds. */
const graceSeconds = 20;

export type Stoppable = {
  /** Makes the server not ready, so that a load balancer sends new requests to other servers. */
  drain(): void;
  /** Waits for running requests and jobs, and releases all resources. */
  close(): Promise<void>;
  /** How long to continue serving after `drain`, so that load balancers notice, in seconds. */
  drainSeconds: number;
  log: (message: string) => void;
};

/**
 * Ends this process on SIGTERM, SIGINT and SIGHUP, and when the `npm start` that started it has ended: drains first, then closes.
 * Exits with 0, with 1 if closing takes too long, and immediately at a second signal.
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

/** Variable set by `scripts/start.mjs`: standard input is then a pipe that closes when the parent process ends for any reason. */
const parentPipe = 'WATTLE_PARENT_PIPE';

function whenParentGone(callback: () => void): void {
  if (!process.env[parentPipe]) return;
  const { stdin } = process;
  stdin.once('end', callback).once('error', callback).resume();
  // Waiting for its end must not keep the process alive.
  (stdin as { unref?: () => void }).unref?.();
}
