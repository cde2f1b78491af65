import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** One password to hash or to compare. */
export type PasswordTask =
  | { password: string; parameters: Options }
  | { password: string; passwordHash: string };

type Answer = { result: string | boolean } | { problem: string };

const program = new URL('./password-worker.ts', import.meta.url);
const idle: Worker[] = [];

function startThread(): Worker {
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: 64 } });
  // A thread that ended while idle is replaced by the next task.
  thread.on('error', () => {});
  thread.on('exit', () => {
    const place = idle.indexOf(thread);
    if (place >= 0) idle.splice(place, 1);
  });
  return thread;
}

async function answerOf(thread: Worker, task: PasswordTask): Promise<Answer> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('The thread that hashes passwords ended');
  });
  try {
    // `once` also rejects when the thread throws.
    const answered = once(thread, 'message', { signal }) as Promise<[Answer]>;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(task);
    const [answer] = await Promise.race([answered, ended]);
    return answer;
  } finally {
    ended.catch(() => {});
    waiting.abort();
  }
}

/**
 * Runs one task in a separate thread, with a lower priority than the server's (Linux). In libuv's threads, hashes would delay the
 * file, DNS and cipher work of the emergency page. Threads are kept; the caller limits how many tasks run at once.
 */
export async function inPasswordThread(task: PasswordTask): Promise<string | boolean> {
  const thread = idle.pop() ?? startThread();
  thread.ref();
  const answer = await answerOf(thread, task);
  // An idle thread does not keep the process alive.
  thread.unref();
  idle.push(thread);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.result;
}
