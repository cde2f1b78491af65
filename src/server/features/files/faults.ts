import { AppError } from '../../../domain/errors.ts';
import { ObjectStoreError } from '../../ports/object-store/port.ts';
import { VirusScanError } from '../../ports/virus-scan/port.ts';

/** Returns the refusal while a service is unavailable. Only its details, for the log, name the service; callers do not see it. */
const unavailable = (reason: 'files' | 'virus-scan', cause: unknown): AppError =>
  new AppError('unavailable', {
    fields: [{ field: 'file', message: 'error.file.storageDown' }],
    details: { reason },
    cause,
  });

/** Returns the refusal for callers while files cannot be stored or read. */
export const storageDown = (cause?: unknown): AppError => unavailable('files', cause);

/** Returns the refusal for an error of the store or the scanner; every other error unchanged. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof VirusScanError) return unavailable('virus-scan', error);
  return error instanceof ObjectStoreError ? storageDown(error) : error;
}
