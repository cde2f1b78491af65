import { expect, it } from 'vitest';
import { ApiError, restError } from '../../api/errors.ts';
import { formErrors } from '../../forms/errors/form-errors.ts';
import { mailErrors } from './mail-errors.ts';

it('a temporary failure of the server to send a link is not reported as a lost connection; a lost response is [S-90]', () => {
  const readOnly = restError({ status: 503, headers: new Headers() }, { error: 'unavailable', fields: [] });
  expect(formErrors(readOnly, mailErrors)).toEqual([{ field: 'form', message: 'error.mailNotNow' }]);
  const lost = new ApiError('unavailable', { unanswered: true });
  expect(formErrors(lost, mailErrors)).toEqual([{ field: 'form', message: 'error.noAnswer' }]);
});
