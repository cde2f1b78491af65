import type { FieldError } from '../../../../domain/errors.ts';
import type { ErrorWording } from '../../../forms/form-errors.ts';

/** Where signing up happens: the page, or the dialog over the sign-in page. The source lets them fail differently (CON-28). */
export type SignUpPlace = 'page' | 'modal';

const duplicateEmail = (): FieldError[] => [{ field: 'email', message: 'error.duplicateEmail' }];

/** What the sign-up form says of an error. 000 section 8; both places also put the button into its error state. */
export const signUpErrors = (place: SignUpPlace): ErrorWording => ({
  texts: {
    existingUser: duplicateEmail,
    existingMedicareNumber: () => [{ field: 'medicareNumber', message: 'error.medicareAlreadyExists' }],
    unauthenticated: 'error.signup.failed',
  },
  // No answer, an answer that names the fields, and an answer to wait are none of the source's failures.
  fallback: place === 'modal' ? 'error.signup.failed' : duplicateEmail,
});
