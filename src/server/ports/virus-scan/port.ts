import { kindOfFault, type FaultKind } from '../fault-kind.ts';

/** Virus scanner for files. */
export type VirusScan = {
  /**
   * Whether a file is clean. A scan that failed gives no verdict, so the file must not be accepted.
   * @param signal ends the scan, which then fails with the code `timeout`
   * @throws VirusScanError; what `content` throws
   */
  isClean(content: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<boolean>;
};

/** Thrown if a scan failed. The message names no file. */
export class VirusScanError extends Error {
  /** The only part of the cause that may be logged. */
  readonly code: FaultKind;

  constructor(message: string, options: { cause?: unknown; code?: FaultKind } = {}) {
    super(message, { cause: options.cause });
    this.name = 'VirusScanError';
    this.code = options.code ?? kindOfFault(options.cause);
  }
}
