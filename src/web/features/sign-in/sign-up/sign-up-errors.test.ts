import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../../../domain/errors.ts';
import { ApiError } from '../../../api/errors.ts';
import { formErrors } from '../../../forms/errors/form-errors.ts';
import { signUpErrors } from './sign-up-errors.ts';

const said = (problems: readonly { field: string; message: string }[]) =>
  problems.map(({ field, message }) => `${field}: ${message}`);
const common = { field: 'password', message: 'field.password.common' } as const;
const common400 = new ApiError('invalid', { fields: [common] });

describe('a refused sign-up on the page', () => {
  const page = (code: ErrorCode) => said(formErrors(new ApiError(code), signUpErrors('page')));

  it('changes no fields after a 401 and says that it failed [ERR-01]', () => {
    expect(page('unauthenticated')).toEqual(['form: error.signup.failed']);
  });

  it('marks the Medicare number that has an account [ERR-02]', () => {
    expect(page('existingMedicareNumber')).toEqual(['medicareNumber: error.medicareAlreadyExists']);
  });

  it('says after any other failure that the address has an account [ERR-03]', () => {
    for (const code of ['existingUser', 'general_error', 'forbidden', 'conflict', 'invalid'] as const) {
      expect(page(code), code).toEqual(['email: error.duplicateEmail']);
    }
  });

  it('reports no address error without a response, for a rate limit, or if the response has field errors', () => {
    expect(page('unavailable')).toEqual(['form: error.noAnswer']);
    expect(page('rate-limited')).toEqual(['form: error.wait.seconds']);
    expect(said(formErrors(common400, signUpErrors('page')))).toEqual(['password: field.password.common']);
  });
});

describe('a refused sign-up in the dialog', () => {
  const modal = (code: ErrorCode) => said(formErrors(new ApiError(code), signUpErrors('modal')));

  it('marks the address that has an account [ERR-04]', () => {
    expect(modal('existingUser')).toEqual(['email: error.duplicateEmail']);
  });

  it('never says after another failure that the address has an account [ERR-05]', () => {
    for (const code of errorCodes.filter((each) => each !== 'existingUser')) {
      expect(modal(code), code).not.toContain('email: error.duplicateEmail');
    }
    expect(modal('unauthenticated')).toEqual(['form: error.signup.failed']);
    expect(modal('general_error')).toEqual(['form: error.signup.failed']);
  });
});
