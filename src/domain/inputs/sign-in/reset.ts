import { newPasswordErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Form for a new password: the password twice, with the rules of sign-up. */
export const resetForm = form(
  { password: text, repeatPassword: text },
  (values) => [
    ...newPasswordErrors(values.password),
    ...problem(
      'repeatPassword',
      values.password === values.repeatPassword ? undefined : 'field.password.mismatch',
    ),
  ],
  ({ password }) => ({ password }),
);

/** Input for setting a new password (POST /api/auth/reset-password). The server checks for common passwords. */
export const resetRequest = (isCommon: (password: string) => boolean) =>
  form(
    { token: text, password: text },
    (values) => [
      ...problem('token', values.token === '' ? 'error.reset.linkExpired' : undefined),
      ...newPasswordErrors(values.password, isCommon),
    ],
    (values) => values,
  );
