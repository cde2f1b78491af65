import { join } from 'node:path';
import { AppError } from '../../../../domain/errors.ts';
import type { Context, Services } from '../../../pipeline/context.ts';
import { atMost } from '../../../pipeline/limits/maximum-duration.ts';
import { openEmergency, recordEmergencyFile } from '../operations.ts';
import { isUnavailable, type CardReads } from '../card-reads.ts';
import type { WriteGate } from '../pin/write-gate.ts';
import { createLateOpenings } from './late-openings.ts';
import { newOpening, openingsFolder, type Opened, type Opening } from './openings-folder.ts';

/** How long a reader waits for an opening to be recorded in the database, in milliseconds. */
const recordingMs = 700;

/** Records openings of plans and files: in the database, or in a file until the database writes again (D-40). */
export type OpeningRecorder = {
  /** Resolves when the opening is kept. @throws for a server error: the plan must then stay closed */
  record(opened: Opened): Promise<void>;
  /** Records the openings that an earlier process left in files. */
  load(): Promise<void>;
  close(): Promise<void>;
};

export function createOpeningRecorder(
  services: Services,
  { gate, reads }: { gate: WriteGate; reads: Pick<CardReads, 'isPrimaryAway'> },
  log: (details: object, message: string) => void,
): OpeningRecorder {
  const inDatabase = ({ id, userId, at, fileId, scanned }: Opening, isLate: boolean) => {
    const context: Context = {
      services: { ...services, clock: () => at },
      actor: { kind: 'emergency', userId },
      meta: { requestId: 'opening', address: '', userAgent: null, language: 'en', sessionId: null },
    };
    const input = { user_id: userId, idempotency_key: id, late: isLate };
    return fileId === undefined
      ? openEmergency.call(context, { ...input, ...scanned })
      : recordEmergencyFile.call(context, { ...input, file_id: fileId });
  };
  // The first attempt may have been committed although it returned no answer, or at another server: then the key is used already.
  const inDatabaseOnce = (opening: Opening, isLate: boolean) =>
    inDatabase(opening, isLate).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'idempotency-mismatch')) throw error;
    });
  const late = createLateOpenings({
    record: (opening) => inDatabaseOnce(opening, true).then(gate.worked),
    mayPass: isUnavailable,
    isRefusal: (error) => error instanceof AppError,
    log,
    folder: openingsFolder(
      join(services.config.dataDir, 'late-openings'),
      services.secrets.sign('late-openings', 'installation').toString('hex', 0, 8),
    ),
  });

  return {
    load: late.load,
    close: late.close,
    async record(opened) {
      const opening = newOpening(opened);
      if (reads.isPrimaryAway() || !gate.isOpen()) return late.add(opening);
      try {
        await atMost(recordingMs, inDatabaseOnce(opening, false));
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        gate.failed();
        // The first attempt may still be running: the response must not wait for it, and is sent only when the opening is kept.
        await late.add(opening);
      }
    },
  };
}
