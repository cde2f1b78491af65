import { AppError } from '../../../domain/errors.ts';
import { ObjectStoreError } from '../../ports/object-store/port.ts';
import { VirusScanError } from '../../ports/virus-scan/port.ts';

/** What is away says in the log which service it is; callers are only told that files cannot be taken. */
const unavailable = (reason: 'files' | 'virus-scan', cause: unknown): AppError =>
  new AppError('unavailable', {
    fields: [{ field: 'file', message: 'error.file.storageDown' }],
    details: { reason },
    cause,
  });

/** What callers are told when files cannot be taken or given for now. */
export const storageDown = (cause?: unknown): AppError => unavailable('files', cause);

/** The refusal that a fault of the store or the scanner leads to; every other error as it is. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof VirusScanError) return unavailable('virus-scan', error);
  return error instanceof ObjectStoreError ? storageDown(error) : error;
}
