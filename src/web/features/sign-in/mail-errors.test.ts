import { expect, it } from 'vitest';
import { ApiError, restError } from '../../api/errors.ts';
import { formErrors } from '../../forms/form-errors.ts';
import { mailErrors } from './mail-errors.ts';

it('a link that the server cannot send for now is not blamed on the connection; a lost answer is [S-90]', () => {
  const readOnly = restError({ status: 503, headers: new Headers() }, { error: 'unavailable', fields: [] });
  expect(formErrors(readOnly, mailErrors)).toEqual([{ field: 'form', message: 'error.mailNotNow' }]);
  const lost = new ApiError('unavailable', { unanswered: true });
  expect(formErrors(lost, mailErrors)).toEqual([{ field: 'form', message: 'error.noAnswer' }]);
});
