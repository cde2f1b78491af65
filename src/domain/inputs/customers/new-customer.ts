import { isTooLong } from '../../typed-text/characters.ts';
import type { FieldError } from '../../errors.ts';
import { compactMedicare, dateOfIso, isoOfDate, normaliseEmail } from '../../fields.ts';
import type { PlainTextKey } from '../../i18n/texts.ts';
import { birthDateErrors, emailErrors, genderErrors, medicareErrors } from '../account-fields.ts';
import { form, text, tick } from '../form.ts';
import { problem } from '../field-errors.ts';
import { roomErrors, tidyRoom } from './room.ts';

/** Ways of adding a customer (CACT-29), as stored in `registration_type` (GAP-85). */
export const registrationTypes = ['create_account', 'invite_account'] as const;
export type RegistrationType = (typeof registrationTypes)[number];

/** Relations of staff to a customer whose account they create (CACT-30). */
export const staffRelations = ['employee', 'general_practitioner'] as const;

/** Limits for the number of characters of a customer's name (CACT-27). */
export const nameLength = { min: 2, max: 30 } as const;

const nameLabels = {
  first_name: 'field.name.firstName',
  last_name: 'field.name.lastName',
} as const satisfies Record<string, PlainTextKey>;

/**
 * Letters of any script with their marks, blanks, hyphens, apostrophes as keyboards and word processors write them, and full
 * stops.
 */
const nameSigns = /^[\p{L}\p{M}\p{Zs}.'’‘ʼ\-‐‑·•．－]+$/u;
const han = /^\p{Script=Han}$/u;

/**
 * Returns the errors of a customer's name (CACT-27, CACT-28). One Han character is a whole family or given name, and counts as
 * long enough.
 */
export function customerNameErrors(field: 'first_name' | 'last_name', value: string): FieldError[] {
  const name = value.trim();
  const label = nameLabels[field];
  if (name === '') return problem(field, 'field.required', { label });
  const { min, max } = nameLength;
  const isTooShort = [...name].length < min && !han.test(name);
  if (isTooShort || isTooLong(name, max)) return problem(field, 'field.lengthBetween', { label, min, max });
  const isGood = nameSigns.test(name) && /\p{L}/u.test(name);
  return problem(field, isGood ? undefined : 'field.nameCharacters', { label });
}

/** Context of the rules: today in Melbourne. */
export type NewCustomerContext = { today: string };

const shape = {
  first_name: text,
  last_name: text,
  relationWithOwner: text,
  medicareNumber: text,
  gender: text,
  email: text,
  room: text,
  notOwnerConfirmation: tick,
};

type Values = {
  first_name: string;
  last_name: string;
  accountFor: string;
  relationWithOwner: string;
  medicareNumber: string;
  gender: string;
  /** DD/MM/YYYY. */
  birthDate: string;
  email: string;
  room: string;
  notOwnerConfirmation: boolean;
};

function createErrors(values: Values, { today }: NewCustomerContext): FieldError[] {
  const { relationWithOwner, medicareNumber, gender, birthDate, notOwnerConfirmation } = values;
  const isRelation = staffRelations.some((known) => known === relationWithOwner);
  return [
    ...problem('relationWithOwner', isRelation ? undefined : 'error.customer.relation'),
    ...(compactMedicare(medicareNumber) === ''
      ? problem('medicareNumber', 'field.medicare.required')
      : medicareErrors(medicareNumber)),
    ...genderErrors(gender),
    ...birthDateErrors(birthDate, today),
    ...problem('notOwnerConfirmation', notOwnerConfirmation ? undefined : 'field.authority.required'),
  ];
}

function problemsOf(values: Values, context: NewCustomerContext): FieldError[] {
  const { accountFor } = values;
  const isKnown = registrationTypes.some((known) => known === accountFor);
  return [
    ...customerNameErrors('first_name', values.first_name),
    ...customerNameErrors('last_name', values.last_name),
    ...roomErrors(values.room),
    ...problem('accountFor', isKnown ? undefined : 'error.customer.accountFor'),
    ...(accountFor === 'create_account' ? createErrors(values, context) : []),
    ...(accountFor === 'invite_account' ? emailErrors(values.email) : []),
  ];
}

type Named = { first_name: string; last_name: string; room?: string };

/** A customer to add: only the values of the form that apply to the chosen way (CACT-40, GAP-86). */
export type NewCustomer = Named &
  (
    | { registration_type: 'invite_account'; email: string }
    | {
        registration_type: 'create_account';
        relationWithOwner: string;
        /** Ten digits. */
        medicareNumber: string;
        gender: string;
        /** ISO date (GAP-85). */
        dob: string;
        notOwnerConfirmation: true;
      }
  );

function outputOf(values: Values): NewCustomer {
  const room = tidyRoom(values.room);
  const named = {
    first_name: values.first_name.trim(),
    last_name: values.last_name.trim(),
    ...(room !== '' && { room }),
  };
  if (values.accountFor === 'invite_account')
    return { ...named, registration_type: 'invite_account', email: normaliseEmail(values.email) };
  return {
    ...named,
    registration_type: 'create_account',
    relationWithOwner: values.relationWithOwner,
    medicareNumber: compactMedicare(values.medicareNumber),
    gender: values.gender,
    dob: isoOfDate(values.birthDate) ?? '',
    notOwnerConfirmation: true,
  };
}

/** Form in which staff add a customer (CACT-27 to CACT-40). Its value is ready to send. */
export const newCustomerForm = (context: NewCustomerContext) =>
  form(
    { accountFor: text, birthDate: text, ...shape },
    (values) => problemsOf(values, context),
    (values) => outputOf(values),
  );

/** Converts the sent values to those of the form: `registration_type` to `accountFor`, and `dob` to `birthDate` (GAP-85). */
const valuesSent = ({
  registration_type,
  dob,
  ...rest
}: Omit<Values, 'accountFor' | 'birthDate'> & Sent): Values => ({
  ...rest,
  accountFor: registration_type,
  birthDate: /^\d{4}-\d{2}-\d{2}$/.test(dob) ? dateOfIso(dob) : dob,
});

type Sent = { registration_type: string; dob: string };

/** Input for adding a customer (API-54), with the rules of the form. Errors are reported at the fields of the form. */
export const newCustomerRequest = (context: NewCustomerContext) =>
  form(
    { registration_type: text, dob: text, ...shape },
    (values) => problemsOf(valuesSent(values), context),
    (values) => outputOf(valuesSent(values)),
  );
