import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../../../domain/errors.ts';
import { ApiError } from '../../../api/errors.ts';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { signInErrors } from './sign-in-errors.ts';

const said = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);

describe('a refused sign-in', () => {
  const login = (code: ErrorCode, retryAfter?: number) =>
    formErrors(new ApiError(code, { retryAfter }), signInErrors);

  it('says that the address is not checked yet [ERR-12]', () => {
    expect(said(login('requiredEmailConfirmation'))).toEqual(['form: error.emailConfirmation']);
  });

  it('does not distinguish an unknown address from a wrong password [ERR-14]', () => {
    expect(said(login('unauthenticated'))).toEqual(['form: error.signin.failed']);
  });

  it('shows a message about every other failure [ERR-15]', () => {
    for (const code of errorCodes) expect(login(code), code).not.toEqual([]);
    expect(said(login('general_error'))).toEqual(['form: error.signin.other']);
    expect(said(login('unavailable'))).toEqual(['form: error.noAnswer']);
  });

  it('shows how long to wait, and after more than a minute the other way to sign in', () => {
    expect(login('rate-limited', 12)).toEqual([
      { field: 'form', message: 'error.wait.seconds', params: { count: 12 } },
    ]);
    expect(login('rate-limited', 61)).toEqual([
      { field: 'form', message: 'error.signin.slowDown', params: { minutes: 2 } },
    ]);
  });
});
