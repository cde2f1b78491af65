import type { FieldError } from '../../../domain/errors.ts';
import type { ApiError } from '../../api/errors.ts';
import { formRefusal, problemOf } from '../../forms/form-errors.ts';

/** What the dialog says to a refusal (ERR-18 to ERR-20). `customer` is whom the staff member wanted to enter as. */
export function entryRefusal(error: ApiError, customer: string): readonly FieldError[] {
  if (error.code === 'requiredEmailConfirmation')
    return [problemOf('error.emailConfirmationUser', { customer })];
  if (error.code === 'requiredAuthorization') {
    const suspended = error.fields.some(({ message }) => message === 'error.lac.suspended');
    return [problemOf(suspended ? 'error.lac.suspended' : 'error.lac.general')];
  }
  return formRefusal(error, 'error.lac.server');
}
