import { problemOf, waitProblem, type ErrorWording } from '../../../forms/errors/form-errors.ts';

/** Messages of the sign-in form. A wrong password and an unknown address have the same message (D-11). */
export const signInErrors: ErrorWording = {
  texts: {
    unauthenticated: 'error.signin.failed',
    requiredEmailConfirmation: 'error.emailConfirmation',
    'rate-limited': ({ retryAfter }) => [
      retryAfter !== undefined && retryAfter > 60
        ? problemOf('error.signin.slowDown', { minutes: Math.ceil(retryAfter / 60) })
        : waitProblem(retryAfter),
    ],
  },
  fallback: 'error.signin.other',
};
