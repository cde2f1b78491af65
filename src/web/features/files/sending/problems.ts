import type { FieldError } from '../../../../domain/errors.ts';
import { waitProblem } from '../../../forms/errors/form-errors.ts';
import type { SendingFailed } from './retry.ts';

/** Returns the message for a failed upload: the server's, or why the file could not be sent. */
export function problemOfFailure({ kind, error }: SendingFailed, file: string): FieldError {
  const said = error?.fields[0];
  if (said) return { ...said, params: { file, ...said.params } };
  if (kind === 'connection') return { field: 'file', message: 'error.file.uploadSlow' };
  if (error?.code === 'unavailable') return { field: 'file', message: 'error.file.storageDown' };
  if (error?.code === 'rate-limited') return waitProblem(error.retryAfter);
  return { field: 'file', message: 'error.file.uploadFailed', params: { file } };
}

/** Whether a file is refused only until there is space for it, or until an interrupted upload can be sent again. */
export const needsRoom = ({ message }: FieldError): boolean =>
  ['error.file.quota', 'error.file.unfinished', 'error.file.uploadFailed'].includes(message);
