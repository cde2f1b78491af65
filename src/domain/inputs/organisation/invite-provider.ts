import { isTooLong } from '../../typed-text/characters.ts';
import type { FieldError } from '../../errors.ts';
import { normaliseEmail } from '../../fields.ts';
import { storedExternalId } from '../../providers/external-id.ts';
import { emailErrors, plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';
import { customerNameErrors } from '../customers/new-customer.ts';

/** Types of providers, as stored (PROV-10, GAP-93). */
export const providerTypes = ['internal_provider', 'external_provider'] as const;
export type ProviderType = (typeof providerTypes)[number];

/** Limits for the number of characters of a provider's name (PROV-13). */
export const providerNameLength = { min: 2, max: 100 } as const;

const externalIdLongest = 100;

function providerNameErrors(value: string): FieldError[] {
  const name = value.trim();
  const label = 'field.name.providerName' as const;
  if (name === '') return problem('provider_name', 'field.required', { label });
  const { min, max } = providerNameLength;
  if ([...name].length < min || isTooLong(name, max))
    return problem('provider_name', 'field.lengthBetween', { label, min, max });
  return plainTextErrors('provider_name', name, { label, max });
}

/** Returns the errors of an external provider's id in its own system; an internal provider has none (PROV-17). */
function externalIdErrors({ providerType, external_id }: { providerType: string; external_id: string }) {
  if (providerType !== 'external_provider') return [];
  if (storedExternalId(external_id) === null)
    return problem('external_id', 'error.provider.externalIdRequired');
  return plainTextErrors('external_id', external_id.trim(), {
    label: 'field.name.externalId',
    max: externalIdLongest,
  });
}

/** A provider to invite, ready to send. */
export type InvitedProvider = {
  first_name: string;
  last_name: string;
  provider_name: string;
  email: string;
  providerType: ProviderType;
  /** Id in the external system, without our prefix; null for an internal provider. */
  external_id: string | null;
};

/** Form that invites the contact person of a new provider (PROV-10 to PROV-18). */
export const inviteProviderForm = form(
  {
    first_name: text,
    last_name: text,
    provider_name: text,
    email: text,
    providerType: text,
    external_id: text,
  },
  (values) => [
    ...customerNameErrors('first_name', values.first_name),
    ...customerNameErrors('last_name', values.last_name),
    ...providerNameErrors(values.provider_name),
    ...emailErrors(values.email),
    ...problem(
      'providerType',
      providerTypes.some((known) => known === values.providerType)
        ? undefined
        : 'error.provider.typeRequired',
    ),
    ...externalIdErrors(values),
  ],
  ({ external_id, ...values }): InvitedProvider => ({
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    provider_name: values.provider_name.trim(),
    email: normaliseEmail(values.email),
    providerType: values.providerType as ProviderType,
    external_id: values.providerType === 'external_provider' ? external_id.trim() : null,
  }),
);
