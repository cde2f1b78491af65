import type { Services } from '../../../pipeline/context.ts';
import { concurrencyLimit } from '../../../pipeline/limits/concurrency-limit.ts';
import { VirusScanError } from '../../../ports/virus-scan/port.ts';
import { readContent, type Content } from '../bytes/content.ts';

/** How long a caller who finishes an upload waits for the virus scanner, in milliseconds. After that a job checks the file. */
export const scanPatienceMs = 15_000;

/** Scans that callers wait for. Bytes pass through block by block, so each takes little memory. */
const limited = concurrencyLimit({ atOnce: 10, waitingAtMost: 500 });

export type Verdict = 'clean' | 'infected' | 'none';

/**
 * Scans a file while the caller waits. Returns `none` if there is no verdict in time; waiting for a free slot counts too.
 * @throws VirusScanError when the scanner cannot be reached or refuses; ObjectStoreError; AppError `unavailable`
 */
export async function scanWithin(
  services: Pick<Services, 'virusScan' | 'objectStore'>,
  content: Content,
  patienceMs = scanPatienceMs,
): Promise<Verdict> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await limited(async () => {
      if (signal.aborted) return 'none';
      return verdictOf(await services.virusScan.isClean(readContent(services, content), signal));
    });
  } catch (error) {
    if (error instanceof VirusScanError && error.code === 'timeout') return 'none';
    throw error;
  }
}

/** Scans a file for a job; only the scanner's own timeouts limit the wait. @throws VirusScanError, ObjectStoreError */
export async function scanForJob(
  services: Pick<Services, 'virusScan' | 'objectStore'>,
  content: Content,
): Promise<Verdict> {
  return verdictOf(await services.virusScan.isClean(readContent(services, content)));
}

const verdictOf = (isClean: boolean): Verdict => (isClean ? 'clean' : 'infected');
