import { problemOf, type ErrorWording } from '../../forms/form-errors.ts';

/** What is said when a code for the second step was not sent. A password that counts no more leads back to sign-in. */
export const sendErrors: ErrorWording = {
  texts: {
    unauthenticated: 'error.mfa.sessionGone',
    unavailable: ({ fields }) => (fields.length > 0 ? fields : [problemOf('error.noAnswer')]),
  },
  fallback: 'error.mfa.sendFailed',
};

/** What is said of a code that was not taken (ERR-16): the server's words for it, else that it is wrong or too old. */
export const codeErrors: ErrorWording = {
  texts: {
    unauthenticated: ({ fields }) =>
      fields.length > 0 ? fields : [{ field: 'code', message: 'error.mfaVerify' }],
  },
};
