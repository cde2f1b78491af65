import type { FieldError } from '../../../../domain/errors.ts';
import type { ErrorWording } from '../../../forms/errors/form-errors.ts';

/** Place of the sign-up form: the page, or the dialog over the sign-in page. Their errors differ, as in the source (CON-28). */
export type SignUpPlace = 'page' | 'modal';

const duplicateEmail = (): FieldError[] => [{ field: 'email', message: 'error.duplicateEmail' }];

/** Returns the messages of the sign-up form. 000 section 8; both places also put the button into its error state. */
export const signUpErrors = (place: SignUpPlace): ErrorWording => ({
  texts: {
    existingUser: duplicateEmail,
    existingMedicareNumber: () => [{ field: 'medicareNumber', message: 'error.medicareAlreadyExists' }],
    unauthenticated: 'error.signup.failed',
  },
  // A missing response, field errors and rate limits are not among the source's failures.
  fallback: place === 'modal' ? 'error.signup.failed' : duplicateEmail,
});
