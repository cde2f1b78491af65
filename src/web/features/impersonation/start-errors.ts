import { problemOf, type ErrorWording } from '../../forms/form-errors.ts';

/** What the dialog says of an error (ERR-18 to ERR-20). `customer` is whose account the staff member wanted to enter. */
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
