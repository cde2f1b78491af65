// A port of a thread has no origin.
/* oxlint-disable unicorn/require-post-message-target-origin */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordTask } from './password-threads.ts';

/** Niceness of this thread: it gets about a third of a processor that the rest of the server needs. */
const niceness = 5;

// Only Linux has a priority for each thread; elsewhere this would slow the whole server.
if (process.platform === 'linux') {
  try {
    setPriority(niceness);
  } catch {
    // Hashing works without it.
  }
}

const run = (task: PasswordTask): string | boolean =>
  'parameters' in task
    ? hashSync(task.password, task.parameters)
    : verifySync(task.passwordHash, task.password);

parentPort?.on('message', (task: PasswordTask) => {
  try {
    parentPort?.postMessage({ result: run(task) });
  } catch (error) {
    parentPort?.postMessage({ problem: (error as Error).message });
  }
});
