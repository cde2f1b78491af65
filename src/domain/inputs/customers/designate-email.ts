import type { FieldError } from '../../errors.ts';
import { normaliseEmail } from '../../fields.ts';
import { emailErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Owner of the address that becomes that of the account (CACT-18). */
export const emailOwners = ['mySelf', 'trustedContact'] as const;
export type EmailOwner = (typeof emailOwners)[number];

const ownerOf = (emailOf: string): EmailOwner => (emailOf === 'mySelf' ? 'mySelf' : 'trustedContact');

type Values = { emailOf: string; email: string; contact: string };

function problemsOf({ emailOf, email, contact }: Values): FieldError[] {
  if (emailOf === 'mySelf') return emailErrors(email);
  if (emailOf !== 'trustedContact') return problem('emailOf', 'error.designate.chooseWhose');
  return problem('contact', contact.trim() === '' ? 'error.designate.chooseContact' : undefined);
}

/** Form in which staff set the address of an account (CACT-18 to CACT-20, CACT-23). `contact` is a trusted contact's address. */
export const designateEmailForm = form(
  { emailOf: text, email: text, contact: text },
  problemsOf,
  ({ emailOf, email, contact }) => ({
    emailOf: ownerOf(emailOf),
    email: normaliseEmail(emailOf === 'mySelf' ? email : contact),
  }),
);

/** Input for setting it (API-19): the address itself, and its owner. */
export const designateEmailRequest = form(
  { emailOf: text, email: text },
  ({ emailOf, email }) => problemsOf({ emailOf, email, contact: email }),
  ({ emailOf, email }) => ({
    emailOf: ownerOf(emailOf),
    email: normaliseEmail(email),
  }),
);
