import { problemOf, type ErrorWording } from '../../forms/errors/form-errors.ts';

/** Returns the messages of the dialog (ERR-18 to ERR-20). `customer` is the name of the customer whose account is entered. */
export const startErrors = (customer: string): ErrorWording => ({
  texts: {
    requiredEmailConfirmation: () => [problemOf('error.emailConfirmationUser', { customer })],
    requiredAuthorization: ({ fields }) => {
      const suspended = fields.some(({ message }) => message === 'error.lac.suspended');
      return [problemOf(suspended ? 'error.lac.suspended' : 'error.lac.general')];
    },
  },
  fallback: 'error.lac.server',
});
