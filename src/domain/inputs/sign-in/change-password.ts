import type { FieldError } from '../../errors.ts';
import { newPasswordErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

const currentErrors = (current: string): FieldError[] =>
  problem('current', current === '' ? 'field.password.required' : undefined);

/** Returns an error if the new password is the same as the present one. */
const sameErrors = (current: string, password: string): FieldError[] =>
  problem('password', password !== '' && password === current ? 'field.password.sameAsOld' : undefined);

/** Form to change one's password: the present one, and the new one twice, with the rules of sign-up. */
export const changePasswordForm = form(
  { current: text, password: text, repeatPassword: text },
  ({ current, password, repeatPassword }) => [
    ...currentErrors(current),
    ...newPasswordErrors(password),
    ...sameErrors(current, password),
    ...problem('repeatPassword', password === repeatPassword ? undefined : 'field.password.mismatch'),
  ],
  ({ current, password }) => ({ current, password }),
);

/** Input for changing it. The server checks for common passwords. */
export const changePasswordRequest = (isCommon: (password: string) => boolean) =>
  form(
    { current: text, password: text },
    ({ current, password }) => [
      ...currentErrors(current),
      ...newPasswordErrors(password, isCommon),
      ...sameErrors(current, password),
    ],
    (values) => values,
  );
