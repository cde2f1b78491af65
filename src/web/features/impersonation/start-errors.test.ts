import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { formErrors } from '../../forms/errors/form-errors.ts';
import { startErrors } from './start-errors.ts';

const said = (error: ApiError) =>
  formErrors(error, startErrors('Lin Mei Chen')).map(({ field, message, params }) => [
    field,
    message,
    params,
  ]);

describe('what the dialog says when the account cannot be entered', () => {
  it('names the customer whose address is not checked [ERR-18]', () => {
    expect(said(new ApiError('requiredEmailConfirmation'))).toEqual([
      ['form', 'error.emailConfirmationUser', { customer: 'Lin Mei Chen' }],
    ]);
  });

  it('has one general sentence for users without permission, and says when the customer is suspended [ERR-19, LAC-01]', () => {
    expect(said(new ApiError('requiredAuthorization'))).toEqual([['form', 'error.lac.general', undefined]]);
    const fields = [{ field: 'customerId', message: 'error.lac.suspended' }] as const;
    expect(said(new ApiError('requiredAuthorization', { fields }))).toEqual([
      ['form', 'error.lac.suspended', undefined],
    ]);
  });

  it('calls every other failure a server error, except errors that the user can correct or wait for [ERR-20]', () => {
    for (const code of ['general_error', 'conflict', 'forbidden', 'unauthenticated'] as const)
      expect(said(new ApiError(code))).toEqual([['form', 'error.lac.server', undefined]]);
    expect(said(new ApiError('unavailable'))).toEqual([['form', 'error.noAnswer', undefined]]);
    expect(said(new ApiError('rate-limited', { retryAfter: 4 }))).toEqual([
      ['form', 'error.wait.seconds', { count: 4 }],
    ]);
    const fields = [{ field: 'password', message: 'error.lac.password' }] as const;
    expect(said(new ApiError('invalid', { fields }))).toEqual([
      ['password', 'error.lac.password', undefined],
    ]);
  });
});
