import type { FieldError } from '../../errors.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

const longest = 500;

/**
 * Whether an address can name an issuer (OpenID Connect Discovery 1.0): https, or http on this machine, without a name, a query and a fragment.
 * The server refuses plain http in production.
 */
const isIssuer = (value: string) =>
  /^(https:\/\/[^\s/?#@:\\]+|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?(\/[^\s?#\\]*)?$/iu.test(value);

function issuerErrors(value: string): FieldError[] {
  if (value === '') return problem('issuer', 'field.required', { label: 'field.name.issuer' });
  const long = plainTextErrors('issuer', value, { label: 'field.name.issuer', max: longest });
  return long.length > 0 ? long : problem('issuer', isIssuer(value) ? undefined : 'error.connection.address');
}

function idErrors(value: string): FieldError[] {
  if (value === '') return problem('client_id', 'field.required', { label: 'field.name.clientId' });
  return plainTextErrors('client_id', value, { label: 'field.name.clientId', max: longest });
}

/** The values of a connection, ready to send. */
export type ConnectionWords = { issuer: string; client_id: string; client_secret: string };

/** Form of a provider's connection to the place where its staff sign in (D-50). An empty secret keeps the saved one. */
export const connectionForm = form(
  { issuer: text, client_id: text, client_secret: text },
  ({ issuer, client_id, client_secret }) => [
    ...issuerErrors(issuer.trim()),
    ...idErrors(client_id.trim()),
    ...plainTextErrors('client_secret', client_secret.trim(), {
      label: 'field.name.clientSecret',
      max: longest,
    }),
  ],
  ({ issuer, client_id, client_secret }): ConnectionWords => ({
    issuer: issuer.trim(),
    client_id: client_id.trim(),
    client_secret: client_secret.trim(),
  }),
);
