import { normaliseEmail } from '../../fields.ts';
import { emailErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';

/** Forgot-password form, and its input (POST /api/initiateForgotPassword). Also for sending a link again. */
export const forgotForm = form(
  { email: text },
  (values) => emailErrors(values.email),
  (values) => ({ email: normaliseEmail(values.email) }),
);
