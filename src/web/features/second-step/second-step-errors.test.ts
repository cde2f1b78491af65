import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../domain/errors.ts';
import { ApiError } from '../../api/errors.ts';
import { formErrors } from '../../forms/errors/form-errors.ts';
import { codeErrors, sendErrors } from './second-step-errors.ts';

const said = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);
const ofCode = (error: ApiError) => formErrors(error, codeErrors);
const ofSend = (error: ApiError) => formErrors(error, sendErrors);

describe('a refused second step', () => {
  it('shows after a 401 that the code is wrong, or the server’s message [ERR-16]', () => {
    expect(said(ofCode(new ApiError('unauthenticated')))).toEqual(['code: error.mfaVerify']);
    const left = { field: 'code', message: 'error.mfa.triesLeft', params: { count: 2 } } as const;
    expect(ofCode(new ApiError('unauthenticated', { fields: [left] }))).toEqual([left]);
  });

  it('shows a message about every other failure', () => {
    for (const code of errorCodes) {
      expect(ofCode(new ApiError(code)), code).not.toEqual([]);
      expect(ofSend(new ApiError(code)), code).not.toEqual([]);
    }
    expect(said(ofCode(new ApiError('rate-limited', { retryAfter: 9 })))).toEqual([
      'form: error.wait.seconds',
    ]);
  });

  it('distinguishes a message that was not sent from a missing response, and a password that is no longer valid from both', () => {
    const failed = { field: 'phone', message: 'error.mfa.sendFailed' } as const;
    expect(ofSend(new ApiError('unavailable', { fields: [failed] }))).toEqual([failed]);
    expect(said(ofSend(new ApiError('unavailable')))).toEqual(['form: error.noAnswer']);
    expect(said(ofSend(new ApiError('unauthenticated')))).toEqual(['form: error.mfa.sessionGone']);
  });
});
