import { parentPort } from 'node:worker_threads';
import { pagesPdf, type PhotographedDocument } from './pages-pdf.ts';

/** The reply of the thread: the PDF, or that it could not be made. */
export type FromPagesWorker = { pdf: Uint8Array } | { failed: true };

parentPort?.once('message', (document: PhotographedDocument) => {
  void pagesPdf(document)
    .then(
      (pdf): FromPagesWorker => ({ pdf }),
      (): FromPagesWorker => ({ failed: true }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no target
    .then((reply) => parentPort?.postMessage(reply));
});
