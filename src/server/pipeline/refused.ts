import type { AppError } from '../../domain/errors.ts';

/**
 * Return value of `run` that refuses a call whose records must be kept: the transaction commits, and the caller gets the error.
 */
export class Refused {
  readonly error: AppError;

  constructor(error: AppError) {
    this.error = error;
  }
}
