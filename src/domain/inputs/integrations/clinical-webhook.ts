import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Longest accepted address, in characters. */
const longest = 500;

/**
 * Whether an address can be that of a webhook: https, or http on this machine, without credentials, a query and a fragment. The server
 * refuses private addresses and, in production, plain http.
 */
const isAddress = (value: string) =>
  /^(https:\/\/[^\s/?#@:\\]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?(\/[^\s?#\\]*)?$/iu.test(value);

/** Form of the address to which changes of plans are announced. */
export const clinicalWebhookForm = form(
  { address: text },
  ({ address }) => {
    const value = address.trim();
    if (value === '') return problem('address', 'clinical.webhook.address.required');
    const long = plainTextErrors('address', value, { label: 'clinical.webhook.address', max: longest });
    if (long.length > 0) return long;
    return problem('address', isAddress(value) ? undefined : 'clinical.webhook.address.wrong');
  },
  ({ address }) => ({ address: address.trim() }),
);
