import { problemOf, type ErrorWording } from '../../forms/form-errors.ts';

/** What a form shows when no link was sent: a server that answers is not a lost connection. */
export const mailErrors: ErrorWording = {
  texts: {
    unavailable: ({ unanswered }) => [problemOf(unanswered ? 'error.noAnswer' : 'error.mailNotNow')],
  },
};
