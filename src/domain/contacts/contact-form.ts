import * as z from 'zod/mini';
import { relationships } from '../accounts/relationships.ts';
import { deletionWord } from '../accounts/deletion.ts';
import { badCharacter, isTooLong } from '../typed-text/characters.ts';
import type { FieldError } from '../errors.ts';
import { hasDigit, isEmail, normaliseEmail } from '../fields.ts';
import { form, text, tick } from '../inputs/form.ts';
import { problem } from '../inputs/field-errors.ts';
import { phoneProblem, storedPhone } from '../typed-text/phone.ts';

/** Yes or no; null while neither is chosen. */
const choice = z.catch(z.nullable(z.boolean()), null);

const fields = {
  name: text,
  email: text,
  phone: text,
  relationship: text,
  substitutedDecisionMaker: choice,
  enduringGuardian: choice,
};

type Values = z.output<z.ZodMiniObject<typeof fields>>;

const nameLongest = 100;

function nameErrors(name: string): FieldError[] {
  if (name.trim() === '') return problem('name', 'contact.name.error.required');
  if (hasDigit(name)) return problem('name', 'contact.name.error.noDigits');
  if (isTooLong(name.trim(), nameLongest)) return problem('name', 'errors.tooLong', { max: nameLongest });
  const character = badCharacter(name, false);
  return character ? problem('name', 'errors.badCharacter', { character }) : [];
}

function emailErrors(email: string, ownEmail: string | null): FieldError[] {
  if (email.trim() === '') return problem('email', 'contact.email.error.required');
  if (!isEmail(email)) return problem('email', 'contact.email.error.format');
  const isOwn = ownEmail !== null && normaliseEmail(email) === normaliseEmail(ownEmail);
  return problem('email', isOwn ? 'contact.email.error.own' : undefined);
}

function phoneErrors(phone: string): FieldError[] {
  const found = phoneProblem(phone);
  return problem('phone', found && `contact.phone.error.${found}`);
}

function relationshipErrors(relationship: string, person: string | undefined): FieldError[] {
  if (relationships.includes(relationship)) return [];
  return person === undefined
    ? problem('relationship', 'contact.relationship.error.required')
    : problem('relationship', 'contact.relationship.error.requiredOnBehalf', { person });
}

/** Owner of the contact; `person` if another person writes on their behalf. */
type Owner = { ownEmail?: string | null; person?: string | undefined };

const problemsOf = (values: Values, { ownEmail = null, person }: Owner): FieldError[] => [
  ...nameErrors(values.name),
  ...emailErrors(values.email, ownEmail),
  ...phoneErrors(values.phone),
  ...relationshipErrors(values.relationship, person),
  ...problem(
    'substitutedDecisionMaker',
    values.substitutedDecisionMaker === null ? 'contact.substitutedDecisionMaker.error.required' : undefined,
  ),
  ...problem(
    'enduringGuardian',
    values.enduringGuardian === null ? 'contact.enduringGuardian.error.required' : undefined,
  ),
];

const outputOf = (values: Values) => ({
  name: values.name.trim(),
  email: normaliseEmail(values.email),
  phone: storedPhone(values.phone),
  relationship: values.relationship,
  substitutedDecisionMaker: values.substitutedDecisionMaker === true,
  enduringGuardian: values.enduringGuardian === true,
});

/** Stored facts of a trusted contact as the owner enters them. */
export type ContactFacts = ReturnType<typeof outputOf>;

/**
 * Form to add a trusted contact (TC-03, TC-10 to TC-17). `ownEmail` is the owner's address, which cannot be a contact's (GAP-69);
 * the server passes none and checks the database instead.
 */
export const addContactForm = (owner: Owner = {}) =>
  form(
    { ...fields, permissionConfirmation: tick },
    (values) => [
      ...problemsOf(values, owner),
      ...problem(
        'permissionConfirmation',
        values.permissionConfirmation ? undefined : 'contact.permissionConfirmation.error.required',
      ),
    ],
    outputOf,
  );

/** Form to change a trusted contact (TC-04). The address cannot be changed, and is sent unchanged (TC-19). */
export const editContactForm = (owner: Pick<Owner, 'person'> = {}) =>
  form(fields, (values) => problemsOf(values, owner), outputOf);

/** Word that deletes a contact who accepted, typed exactly (TC-20). */
export const deleteContactForm = form(
  { confirm: text },
  ({ confirm }) => problem('confirm', confirm === deletionWord ? undefined : 'field.typeDelete'),
  ({ confirm }) => ({ confirm }),
);
