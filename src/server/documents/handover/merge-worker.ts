import { parentPort } from 'node:worker_threads';
import { mergePapers, type MergedPapers, type MergeProblem, type ReadPaper } from './merge.ts';

/** A message to the thread: first the papers, then the documents before them and in place of some. */
export type ToWorker =
  | { papers: ReadPaper[] }
  | { front: Uint8Array[]; instead: ReadonlyMap<number, Uint8Array> };

/** The replies: which papers are merged, then the PDF, or neither. */
export type FromWorker = { outcomes: (MergeProblem | null)[] } | { pdf: Uint8Array } | { failed: true };

// The library's output may quote a paper.
for (const method of ['log', 'warn', 'error'] as const) console[method] = () => {};

let merged: MergedPapers | undefined;

async function handle(message: ToWorker): Promise<FromWorker> {
  if ('papers' in message) {
    merged = await mergePapers(message.papers);
    return { outcomes: merged.outcomes };
  }
  return merged ? { pdf: await merged.finish(message.front, message.instead) } : { failed: true };
}

parentPort?.on('message', (message: ToWorker) => {
  void handle(message)
    .catch((): FromWorker => ({ failed: true }))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
    .then((reply) => parentPort?.postMessage(reply));
});
