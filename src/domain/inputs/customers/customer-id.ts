import { isTooLong } from '../../typed-text/characters.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, problem, text } from '../form.ts';

/** Maximum number of characters of a provider's own number for a customer (GAP-84); the texts contain this number too. */
const customerIdMax = 50;

/** Form of the Edit customer ID dialog (CACT-41). An empty value removes the number. */
export const customerIdForm = form(
  { customer_id: text },
  ({ customer_id }) =>
    isTooLong(customer_id.trim(), customerIdMax)
      ? problem('customer_id', 'error.customer.idTooLong')
      : plainTextErrors('customer_id', customer_id.trim(), {
          label: 'field.name.customerId',
          max: customerIdMax,
        }),
  ({ customer_id }) => ({ customer_id: customer_id.trim() }),
);
