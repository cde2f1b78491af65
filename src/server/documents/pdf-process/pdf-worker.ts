import type { PaperDocument } from '../invoice-document.ts';
import { startPdfEngine } from '../pdf-engine.ts';

/** A request of the pool to this process. */
export type PdfRequest = { id: number; document: PaperDocument };

/**
 * The reply. A failure has no reason: the engine's messages contain the text they fail on, and a plan's text must not be logged.
 * `memory` is this process's resident memory in bytes.
 */
export type PdfReply = { id: number; pdf: Uint8Array | null; memory: number };

const setDocument = startPdfEngine();

process.on('message', ({ id, document }: PdfRequest) => {
  let pdf: Uint8Array | null = null;
  try {
    pdf = setDocument(document);
  } catch {
    pdf = null;
  }
  process.send?.({ id, pdf, memory: process.memoryUsage.rss() } satisfies PdfReply);
});

process.on('disconnect', () => process.exit(0));
