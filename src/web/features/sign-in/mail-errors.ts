import { problemOf, type ErrorWording } from '../../forms/errors/form-errors.ts';

/** Messages of a form if no link was sent: a response of the server is not a lost connection. */
export const mailErrors: ErrorWording = {
  texts: {
    unavailable: ({ unanswered }) => [problemOf(unanswered ? 'error.noAnswer' : 'error.mailNotNow')],
  },
};
