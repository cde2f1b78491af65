import type { FieldError } from '../../errors.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { isTooLong } from '../../typed-text/characters.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Limits for the number of characters, as in the table of connections. */
const limits = { address: 500, facility_code: 50, user_name: 100, secret: 500 } as const;

function lengthErrors(field: keyof typeof limits, value: string, message: TextKey): FieldError[] {
  const max = limits[field];
  return problem(field, value === '' || isTooLong(value, max) ? message : undefined, { max });
}

/** Whether an address is an absolute URL without credentials, query and hash. The server checks that it is public. */
const isAddress = (value: string): boolean =>
  !isTooLong(value, limits.address) && /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(value);

/**
 * Form of a connection to a residential-care system. An empty secret keeps the present one, which is possible only for the same
 * address: a kept secret is never sent elsewhere. `saved` is the address of the present connection, undefined if there is none.
 */
export const careConnectionForm = (saved?: { address: string }) =>
  form(
    { address: text, facility_code: text, user_name: text, secret: text },
    (values) => {
      const address = values.address.trim();
      const { secret } = values;
      return [
        ...problem('address', isAddress(address) ? undefined : 'error.integration.address'),
        ...lengthErrors('facility_code', values.facility_code.trim(), 'error.integration.facilityCode'),
        ...lengthErrors('user_name', values.user_name.trim(), 'error.integration.userName'),
        ...(secret !== '' || !saved
          ? lengthErrors('secret', secret, 'error.integration.secret')
          : problem('secret', address === saved.address ? undefined : 'error.integration.addressSecret')),
      ];
    },
    (values) => ({
      address: values.address.trim(),
      facility_code: values.facility_code.trim(),
      user_name: values.user_name.trim(),
      secret: values.secret,
    }),
  );
