import { AppError } from '../../../domain/errors.ts';
import { ObjectStoreError } from '../../ports/object-store/port.ts';
import { VirusScanError } from '../../ports/virus-scan/port.ts';

/** What callers hear when files cannot be taken or given for now. */
export const storageDown = (cause?: unknown): AppError =>
  new AppError('unavailable', {
    fields: [{ field: 'file', message: 'error.file.storageDown' }],
    details: { reason: 'files' },
    cause,
  });

/** The refusal that a fault of the store or the scanner leads to; every other error as it is. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof ObjectStoreError || error instanceof VirusScanError ? storageDown(error) : error;
