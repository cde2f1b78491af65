import { Worker } from 'node:worker_threads';
import { AppError } from '../../../domain/errors.ts';
import { assertOutsideTransaction } from '../../db/outside-transaction.ts';
import type { PhotographedDocument } from './pages-pdf.ts';
import type { FromPagesWorker } from './pages-worker.ts';

/** Limits of the thread that makes the PDF, in milliseconds and megabytes. */
export type PagesLimits = { timeoutMs?: number; memoryMb?: number };

/**
 * Makes one PDF of photographed pages, in a thread of its own.
 * @throws AppError `unavailable` if the thread fails, or exceeds a limit
 */
export async function makePagesPdf(
  document: PhotographedDocument,
  { timeoutMs = 20_000, memoryMb = 256 }: PagesLimits = {},
): Promise<Uint8Array> {
  assertOutsideTransaction('Making a PDF');
  const worker = new Worker(new URL('pages-worker.ts', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const reply = await new Promise<FromPagesWorker>((resolve) => {
      const fail = () => resolve({ failed: true });
      timer = setTimeout(fail, timeoutMs);
      worker.once('message', resolve);
      worker.once('error', fail);
      worker.once('exit', fail);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
      worker.postMessage(document);
    });
    if ('failed' in reply) throw new AppError('unavailable');
    return reply.pdf;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
