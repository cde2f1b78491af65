import * as z from 'zod/mini';
import { isTooLong } from '../../typed-text/characters.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';
import { roomErrors, tidyRoom } from './room.ts';

/** Maximum number of characters of a provider's own number for a customer (GAP-84); the texts contain this number too. */
const customerIdMax = 50;

/** A text that can be missing: callers that do not know the field leave it out. */
const optionalText = z.catch(z.nullish(z.string()), '');

const customerIdErrors = (customerId: string) =>
  isTooLong(customerId, customerIdMax)
    ? problem('customer_id', 'error.customer.idTooLong')
    : plainTextErrors('customer_id', customerId, { label: 'field.name.customerId', max: customerIdMax });

/**
 * Form of the dialog for a customer's own number and room in the house (CACT-41, N-09). An empty value removes it; a missing room
 * stays as it is.
 */
export const customerIdForm = form(
  { customer_id: text, room: optionalText },
  ({ customer_id, room }) => [...customerIdErrors(customer_id.trim()), ...roomErrors(room ?? '')],
  ({ customer_id, room }) => ({
    customer_id: customer_id.trim(),
    ...(typeof room === 'string' && { room: tidyRoom(room) }),
  }),
);
