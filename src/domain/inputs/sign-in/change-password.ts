import type { FieldError } from '../../errors.ts';
import { newPasswordErrors } from '../account-fields.ts';
import { form, problem, text } from '../form.ts';

const currentErrors = (current: string): FieldError[] =>
  problem('current', current === '' ? 'field.password.required' : undefined);

/** A new password is another one. */
const sameErrors = (current: string, password: string): FieldError[] =>
  problem('password', password !== '' && password === current ? 'field.password.sameAsOld' : undefined);

/** The form to change one's password: the one of now, and the new one twice, with the rules of sign-up. */
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

/** What is sent to change it. The server knows the common passwords. */
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
