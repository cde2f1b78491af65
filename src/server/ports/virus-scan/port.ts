import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** Looks for viruses in files. */
export type VirusScan = {
  /**
   * Whether a file is clean. A scan that did not come to an end says nothing of the file, which must then not be taken.
   * @param signal ends the scan, which then fails with the code `timeout`
   * @throws VirusScanError; what `content` throws
   */
  isClean(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<boolean>;
};

/** The scanner did not come to an end. The message names no file. */
export class VirusScanError extends Error {
  /** The only thing of the cause that may stand in a log. */
  readonly code: FaultKind;

  constructor(message: string, options: { cause?: unknown; code?: FaultKind } = {}) {
    super(message, { cause: options.cause });
    this.name = 'VirusScanError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}
