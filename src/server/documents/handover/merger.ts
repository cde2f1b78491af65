import { Worker } from 'node:worker_threads';
import { AppError } from '../../../domain/errors.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import type { MergeProblem, ReadPaper } from './merge.ts';
import type { FromWorker, ToWorker } from './merge-worker.ts';

/** Limits of the thread that merges, in milliseconds and megabytes. */
export type MergeLimits = { timeoutMs?: number; memoryMb?: number };

/** The documents of a PDF besides its papers, made after it is known which papers are left out. */
export type Front = { front: Uint8Array[]; instead: ReadonlyMap<number, Uint8Array> };

/**
 * Merges papers behind documents into one PDF, in a thread of its own. `frontFor` receives for each paper null if its pages are in
 * the PDF, else why not, and makes the other documents. If the papers take too long or too much memory, all of them are left out.
 * @throws AppError `unavailable` if the PDF cannot be made
 */
export async function mergeHandover(
  papers: readonly ReadPaper[],
  frontFor: (outcomes: (MergeProblem | null)[]) => Promise<Front>,
  limits: MergeLimits = {},
): Promise<Uint8Array> {
  assertOutsideTransaction('Merging PDFs');
  const withoutPages = papers.map((paper) =>
    'problem' in paper ? paper : { problem: 'unreadable' as const },
  );
  const pdf =
    (await mergeOnce(papers, frontFor, limits)) ?? (await mergeOnce(withoutPages, frontFor, limits));
  if (!pdf) throw new AppError('unavailable');
  return pdf;
}

/** Returns null if the thread fails, or exceeds a limit. */
async function mergeOnce(
  papers: readonly ReadPaper[],
  frontFor: (outcomes: (MergeProblem | null)[]) => Promise<Front>,
  { timeoutMs = 20_000, memoryMb = 384 }: MergeLimits,
): Promise<Uint8Array | null> {
  const worker = new Worker(new URL('merge-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const ask = (message: ToWorker) =>
    new Promise<FromWorker>((resolve) => {
      const fail = () => resolve({ failed: true });
      const timer = setTimeout(fail, timeoutMs);
      const done = (reply: FromWorker) => {
        clearTimeout(timer);
        resolve(reply);
      };
      worker.once('message', done);
      worker.once('error', fail);
      worker.once('exit', fail);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
      worker.postMessage(message);
    });
  try {
    const read = await ask({ papers: [...papers] });
    if (!('outcomes' in read)) return null;
    const made = await ask(await frontFor(read.outcomes));
    return 'pdf' in made ? made.pdf : null;
  } finally {
    await worker.terminate();
  }
}
