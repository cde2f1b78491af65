import { badCharacter, isTooLong } from '../characters.ts';
import type { FieldError } from '../errors.ts';
import { passwordProblems } from '../accounts/new-password.ts';
import { birthDateProblem, hasDigit, isEmail, medicareProblem } from '../fields.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import { problem } from './form.ts';

/** What is wrong with the field `email`: it is missing, or not an address of at least two domain segments. */
export function emailErrors(email: string): FieldError[] {
  if (email.trim() === '') return problem('email', 'field.email.required');
  return problem('email', isEmail(email) ? undefined : 'field.email.invalid');
}

/** What is wrong with a new password, one line for each rule that it breaks. */
export function newPasswordErrors(password: string, isCommon?: (password: string) => boolean): FieldError[] {
  return passwordProblems(password, isCommon).flatMap((message) => problem('password', message));
}

/** What is wrong with the optional Medicare number. */
export function medicareErrors(medicareNumber: string): FieldError[] {
  return problem('medicareNumber', medicareProblem(medicareNumber));
}

/** What is wrong with a date of birth as DD/MM/YYYY, on a Melbourne date. */
export function birthDateErrors(birthDate: string, today: string): FieldError[] {
  const found = birthDateProblem(birthDate, today);
  return problem('birthDate', found && (`field.birthDate.${found}` as const satisfies PlainTextKey));
}

/** The genders, as they are stored (QSTEP2-02, GAP-07). */
export const genders = ['Male', 'Female', 'Other'] as const;

/** What is wrong with the gender: it is none of the three. */
export function genderErrors(gender: string): FieldError[] {
  return problem('gender', genders.some((known) => known === gender) ? undefined : 'field.gender.required');
}

/** What is wrong with a name in the modal sign-up, which has one general message (SIGNUP-34). */
export function generalNameErrors(field: 'firstName' | 'lastName', name: string): FieldError[] {
  const good = name.trim() !== '' && !hasDigit(name) && !isTooLong(name, 100) && !badCharacter(name, false);
  return problem(field, good ? undefined : 'error.generalName');
}

/**
 * What is wrong with a short free text: it is missing (`missing` says so), too long, or cannot be printed.
 */
export function shortTextErrors(field: string, value: string, missing: PlainTextKey): FieldError[] {
  if (value.trim() === '') return problem(field, missing);
  if (isTooLong(value, 100)) return problem(field, 'errors.tooLong', { max: 100 });
  const character = badCharacter(value, false);
  return character ? problem(field, 'errors.badCharacter', { character }) : [];
}

type PlainText = { label: PlainTextKey; max: number; manyLines?: boolean };

/** What is wrong with a text that is not empty: it is longer than `max` characters, or holds what cannot be printed. */
export function plainTextErrors(
  field: string,
  value: string,
  { label, max, manyLines = false }: PlainText,
): FieldError[] {
  if (isTooLong(value, max)) return problem(field, 'field.tooLong', { label, max, count: value.length });
  const characters = badCharacter(value, manyLines);
  return characters ? problem(field, 'field.badCharacters', { characters }) : [];
}
