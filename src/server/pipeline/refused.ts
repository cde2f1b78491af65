import type { AppError } from '../../domain/errors.ts';

/** What `run` gives back to refuse a call whose traces must stay: the transaction commits, and the caller gets the error. */
export class Refused {
  readonly error: AppError;

  constructor(error: AppError) {
    this.error = error;
  }
}
