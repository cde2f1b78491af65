import { normaliseEmail } from '../../fields.ts';
import { emailErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';

/**
 * The forgot-password form, and what it sends (POST /api/initiateForgotPassword). Also for sending a link
 * again.
 */
export const forgotForm = form(
  { email: text },
  (values) => emailErrors(values.email),
  (values) => ({ email: normaliseEmail(values.email) }),
);
