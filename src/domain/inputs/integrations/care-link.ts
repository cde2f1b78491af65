import { form, text, tick } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Form that links a resident of a residential-care system with a customer, after the two were compared. */
export const careLinkForm = form(
  { user_id: text, compared: tick },
  ({ user_id, compared }) => [
    ...problem('user_id', user_id === '' ? 'error.integration.customer' : undefined),
    ...problem('compared', compared ? undefined : 'error.integration.compared'),
  ],
  (values) => values,
);
