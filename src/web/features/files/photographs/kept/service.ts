import type { PhotographedPage } from '../../../../../domain/files/photographs.ts';

/** An unfinished document of photographs at the server. `received` counts the parts of a photograph that arrived without a gap. */
export type OpenPhotographs = {
  id: string;
  partSize: number;
  pages: readonly (PhotographedPage & { received: number })[];
};

/** Dependencies of photographing. Each step throws ApiError, and may be repeated. */
export type PhotographService = {
  /** Begins a document, or returns the unfinished one. */
  begin: (fileName: string) => Promise<OpenPhotographs>;
  /** Stores the list of pages. */
  change: (id: string, pages: readonly PhotographedPage[]) => Promise<void>;
  /** Sends one part of a photograph; calls `sent` with the number of its bytes sent so far. */
  sendPart: (
    part: { id: string; number: number; n: number; body: Blob },
    on: { sent: (bytes: number) => void; signal: AbortSignal },
  ) => Promise<void>;
  /** Makes one document. `isChecking`: the check continues at the server. */
  finish: (id: string) => Promise<{ isChecking: boolean }>;
  /** Deletes the document and its photographs. */
  remove: (id: string) => Promise<void>;
  /** Waits, at most until the connection is back. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};
