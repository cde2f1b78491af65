import { Worker } from 'node:worker_threads';
import { assertOutsideTransaction } from '../../../../db/outside-transaction.ts';
import { concurrencyLimit } from '../../../../pipeline/limits/concurrency-limit.ts';
import type { ContentProblem } from '../file-reader.ts';
import type { Inspected } from './inspect-worker.ts';

/** Limits of the thread that reads PDFs, in milliseconds and megabytes. */
export type InspectorOptions = {
  timeoutMs?: number;
  memoryMb?: number;
  /** Memory in megabytes that a thread may keep after a file; above it, the next file gets a new thread. */
  keptMb?: number;
  /** How long an idle thread waits for the next file before it ends. */
  idleMs?: number;
};

/**
 * Reads PDFs in a separate thread, one at a time. A file that takes too long or too much memory ends the thread, not the server,
 * and is refused as unreadable. No content of a file is logged.
 */
export function createPdfInspector(options: InspectorOptions = {}) {
  const { timeoutMs = 10_000, memoryMb = 192, keptMb = 64, idleMs = 30_000 } = options;
  const oneByOne = concurrencyLimit({ atOnce: 1, waitingAtMost: 80 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let finished: (problem: ContentProblem | null, keeps: boolean) => void = () => {};

  const end = () => {
    const ended = worker?.terminate();
    worker = undefined;
    return ended;
  };

  function start(): Worker {
    const started = new Worker(new URL('inspect-worker.ts', import.meta.url), {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    // Events of a terminated thread must not settle the check of the next file.
    const isCurrent = () => started === worker;
    started.on('message', ({ problem, memory }: Inspected) => {
      if (isCurrent()) finished(problem, memory < keptMb * 1_000_000);
    });
    for (const event of ['error', 'exit'])
      started.on(event, () => {
        if (isCurrent()) finished('pdfUnreadable', false);
      });
    started.unref();
    return started;
  }

  const inspectOne = (content: Uint8Array) =>
    new Promise<ContentProblem | null>((resolve) => {
      clearTimeout(idle);
      worker ??= start();
      const finish = (problem: ContentProblem | null, keeps: boolean) => {
        clearTimeout(timer);
        finished = () => {};
        worker?.unref();
        if (keeps) idle = setTimeout(() => void end(), idleMs).unref();
        else void end();
        resolve(problem);
      };
      const timer = setTimeout(() => finish('pdfUnreadable', false), timeoutMs);
      finished = finish;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
      worker.postMessage(content);
    });

  return {
    /** Returns what is wrong with the content of a PDF; null for nothing. @throws AppError `unavailable` if too many wait */
    inspect(content: Uint8Array): Promise<ContentProblem | null> {
      assertOutsideTransaction('reading a PDF');
      return oneByOne(() => inspectOne(content));
    },
    /** Ends the thread. */
    close: async () => void (await end()),
  };
}
