import { problemOf, type ErrorWording } from '../../forms/errors/form-errors.ts';

/** Messages if a code for the second step was not sent. A password that is no longer valid leads back to sign-in. */
export const sendErrors: ErrorWording = {
  texts: {
    unauthenticated: 'error.mfa.sessionGone',
    unavailable: ({ fields }) => (fields.length > 0 ? fields : [problemOf('error.noAnswer')]),
  },
  fallback: 'error.mfa.sendFailed',
};

/** Messages for a refused code (ERR-16): the server's, else that it is wrong or too old. */
export const codeErrors: ErrorWording = {
  texts: {
    unauthenticated: ({ fields }) =>
      fields.length > 0 ? fields : [{ field: 'code', message: 'error.mfaVerify' }],
  },
};
