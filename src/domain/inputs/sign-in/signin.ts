import { normaliseEmail } from '../../fields.ts';
import { emailErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/**
 * Sign-in form, and its input (POST /api/auth/email-password, type login). The e-mail address is returned trimmed and in lower
 * case; the password is compared exactly as typed. `phone` is '' unless a number for the code was chosen.
 */
export const signinForm = form(
  { email: text, password: text, phone: text },
  (values) => [
    ...emailErrors(values.email),
    ...problem('password', values.password === '' ? 'field.password.required' : undefined),
  ],
  (values) => ({ email: normaliseEmail(values.email), password: values.password, phone: values.phone }),
);
