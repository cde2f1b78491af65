import { isTooLong } from '../../typed-text/characters.ts';
import { plainDigits } from '../../typed-text/digits.ts';
import type { FieldError } from '../../errors.ts';
import { isCareType } from '../../facilities/care-types.ts';
import { postcodeProblem } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** Limits for the number of characters of the names of a facility and of its service (FAC-05, FAC-06). */
const nameLength = { min: 2, max: 100 } as const;

function nameErrors(field: string, typed: string, label: PlainTextKey): FieldError[] {
  const name = typed.trim();
  const { min, max } = nameLength;
  if ([...name].length < min || isTooLong(name, max))
    return problem(field, 'field.lengthBetween', { label, min, max });
  return plainTextErrors(field, name, { label, max: 2 * max });
}

const optionalErrors = (field: string, typed: string, label: PlainTextKey, max: number): FieldError[] =>
  plainTextErrors(field, typed.trim(), { label, max });

function postcodeErrors(typed: string): FieldError[] {
  const found = postcodeProblem(typed);
  return problem('postcode', found && found !== 'required' ? 'field.postcode.format' : undefined);
}

/** Form of a care facility (FAC-04 to FAC-09). Only its name is required; an empty value is an empty text. */
export const careFacilityForm = form(
  {
    provider_name: text,
    service_name: text,
    address: text,
    suburb: text,
    state: text,
    postcode: text,
    care_type: text,
  },
  (values) => [
    ...(values.provider_name.trim() === ''
      ? problem('provider_name', 'field.required', { label: 'field.name.providerName' })
      : nameErrors('provider_name', values.provider_name, 'field.name.providerName')),
    ...(values.service_name.trim() === ''
      ? []
      : nameErrors('service_name', values.service_name, 'field.name.serviceName')),
    ...optionalErrors('address', values.address, 'field.name.address', 200),
    ...optionalErrors('suburb', values.suburb, 'field.name.suburb', 100),
    ...optionalErrors('state', values.state, 'field.name.state', 50),
    ...postcodeErrors(values.postcode),
    ...problem(
      'care_type',
      values.care_type === '' || isCareType(values.care_type) ? undefined : 'field.requiredChoice',
      { label: 'field.name.careType' },
    ),
  ],
  (values) => ({
    provider_name: values.provider_name.trim(),
    service_name: values.service_name.trim(),
    address: values.address.trim(),
    suburb: values.suburb.trim(),
    state: values.state.trim(),
    postcode: plainDigits(values.postcode).trim(),
    care_type: values.care_type,
  }),
);

/** Fields of the form, in order. */
export const careFacilityFields = [
  'provider_name',
  'service_name',
  'address',
  'suburb',
  'state',
  'postcode',
  'care_type',
] as const;

export type CareFacilityWords = Record<(typeof careFacilityFields)[number], string>;
