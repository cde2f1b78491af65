import { parentPort } from 'node:worker_threads';
import type { ContentProblem } from '../file-reader.ts';
import { inspectPdf } from './inspect.ts';

/** The result for one file, and the memory of the thread afterwards, in bytes: the library caches every name that it read. */
export type Inspected = { problem: ContentProblem | null; memory: number };

// The library's output may quote the file.
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

parentPort?.on('message', (content: Uint8Array) => {
  void inspectPdf(content)
    .catch(() => 'pdfUnreadable' as const)
    .then((problem) => {
      const inspected: Inspected = { problem, memory: process.memoryUsage().heapUsed };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
      parentPort?.postMessage(inspected);
    });
});
