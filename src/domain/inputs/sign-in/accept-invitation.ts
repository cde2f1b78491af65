import { newPasswordErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Form in which invited staff choose their password, with the rules of sign-up. */
export const acceptInvitationForm = form(
  { password: text },
  ({ password }) => newPasswordErrors(password),
  ({ password }) => ({ password }),
);

/** Input for accepting an invitation to the staff. The server checks for common passwords. */
export const acceptInvitationRequest = (isCommon: (password: string) => boolean) =>
  form(
    { token: text, password: text, language: text },
    ({ token, password }) => [
      ...problem('token', token === '' ? 'error.signup.tokenBad' : undefined),
      ...newPasswordErrors(password, isCommon),
    ],
    ({ language, ...rest }) => ({ ...rest, language: language === 'zh' ? ('zh' as const) : ('en' as const) }),
  );
