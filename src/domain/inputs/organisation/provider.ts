import { isTooLong } from '../../typed-text/characters.ts';
import { plainDigits } from '../../typed-text/digits.ts';
import type { FieldError } from '../../errors.ts';
import { isEmail, normaliseEmail, postcodeProblem } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { phoneProblem, storedPhone } from '../../typed-text/phone.ts';
import { plainTextErrors } from '../account-fields.ts';
import { form, text } from '../form.ts';
import { problem } from '../field-errors.ts';

/** States and territories, as stored (PROV-32). */
export const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'VIC', 'TAS', 'WA'] as const;

function requiredErrors(field: string, value: string, label: PlainTextKey, max: number): FieldError[] {
  return value.trim() === ''
    ? problem(field, 'field.required', { label })
    : plainTextErrors(field, value, { label, max });
}

function nameErrors(name: string): FieldError[] {
  const label: PlainTextKey = 'field.name.providerName';
  if (name.trim() === '') return problem('name', 'field.required', { label });
  const bounds = { label, min: 2, max: 100 };
  if (name.trim().length < 2 || isTooLong(name.trim(), 100))
    return problem('name', 'field.lengthBetween', bounds);
  return plainTextErrors('name', name, { label, max: 200 });
}

function phoneErrors(typed: string): FieldError[] {
  const found = phoneProblem(typed);
  return problem('phone_number', found && `field.phone.${found}`);
}

function postcodeErrors(postcode: string): FieldError[] {
  const found = postcodeProblem(postcode);
  if (!found) return [];
  return problem('postcode', found === 'required' ? 'field.postcode.required' : 'field.postcode.format');
}

const shape = {
  name: text,
  address: text,
  state: text,
  postcode: text,
  location: text,
  phone_number: text,
  email: text,
};

type Values = Record<keyof typeof shape, string>;

/** Part of a provider's form that its staff may change (GAP-77, PROV-19 to PROV-21, PROV-32). */
export const profilePart = {
  shape,
  problems: (values: Values): FieldError[] => [
    ...nameErrors(values.name),
    ...requiredErrors('address', values.address, 'field.name.address', 200),
    ...problem('state', states.some((known) => known === values.state) ? undefined : 'field.state.required'),
    ...postcodeErrors(values.postcode),
    ...requiredErrors('location', values.location, 'field.name.location', 100),
    ...phoneErrors(values.phone_number),
    ...problem(
      'email',
      values.email.trim() === '' || isEmail(values.email) ? undefined : 'field.email.invalid',
    ),
  ],
  output: (values: Values): Values => ({
    name: values.name.trim(),
    address: values.address.trim(),
    state: values.state,
    postcode: plainDigits(values.postcode).trim(),
    location: values.location.trim(),
    phone_number: storedPhone(values.phone_number),
    email: normaliseEmail(values.email),
  }),
};

/** Form of a provider's own page. */
export const providerProfileForm = form(profilePart.shape, profilePart.problems, profilePart.output);

/** Whether two values of a provider's form differ in the name only. */
export const isRename = <Words extends Record<'name', string>>(before: Words, after: Words): boolean =>
  before.name !== after.name &&
  (Object.keys(before) as (keyof Words)[]).every(
    (field) => field === 'name' || before[field] === after[field],
  );
