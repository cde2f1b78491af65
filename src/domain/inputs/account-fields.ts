import { badCharacter, isTooLong } from '../typed-text/characters.ts';
import type { FieldError } from '../errors.ts';
import { passwordProblems } from '../accounts/sign-in/new-password.ts';
import { birthDateProblem, hasDigit, isEmail, medicareProblem } from '../fields.ts';
import type { PlainTextKey } from '../i18n/texts.ts';
import { problem } from './field-errors.ts';

/** Returns the errors of the field `email`: it is missing, or not an address of at least two domain segments. */
export function emailErrors(email: string): FieldError[] {
  if (email.trim() === '') return problem('email', 'field.email.required');
  return problem('email', isEmail(email) ? undefined : 'field.email.invalid');
}

/** Returns the errors of a new password, one for each broken rule. */
export function newPasswordErrors(password: string, isCommon?: (password: string) => boolean): FieldError[] {
  return passwordProblems(password, isCommon).flatMap((message) => problem('password', message));
}

/** Returns the errors of the optional Medicare number. */
export function medicareErrors(medicareNumber: string): FieldError[] {
  return problem('medicareNumber', medicareProblem(medicareNumber));
}

/** Returns the errors of a date of birth as DD/MM/YYYY, on a Melbourne date. */
export function birthDateErrors(birthDate: string, today: string): FieldError[] {
  const found = birthDateProblem(birthDate, today);
  return problem('birthDate', found && (`field.birthDate.${found}` as const satisfies PlainTextKey));
}

/** Genders, as stored (QSTEP2-02, GAP-07). */
export const genders = ['Male', 'Female', 'Other'] as const;

/** Returns the error of a gender that is none of the three. */
export function genderErrors(gender: string): FieldError[] {
  return problem('gender', genders.some((known) => known === gender) ? undefined : 'field.gender.required');
}

/** Returns the errors of a name in the modal sign-up, which has one general message (SIGNUP-34). */
export function generalNameErrors(field: 'firstName' | 'lastName', name: string): FieldError[] {
  const good = name.trim() !== '' && !hasDigit(name) && !isTooLong(name, 100) && !badCharacter(name, false);
  return problem(field, good ? undefined : 'error.generalName');
}

/** Returns the errors of a short free text: it is missing (with the message `missing`), too long, or cannot be printed. */
export function shortTextErrors(field: string, value: string, missing: PlainTextKey): FieldError[] {
  if (value.trim() === '') return problem(field, missing);
  if (isTooLong(value, 100)) return problem(field, 'errors.tooLong', { max: 100 });
  const character = badCharacter(value, false);
  return character ? problem(field, 'errors.badCharacter', { character }) : [];
}

type PlainText = { label: PlainTextKey; max: number; manyLines?: boolean };

/** Returns the errors of a non-empty text: it is longer than `max` characters, or contains characters that cannot be printed. */
export function plainTextErrors(
  field: string,
  value: string,
  { label, max, manyLines = false }: PlainText,
): FieldError[] {
  if (isTooLong(value, max)) return problem(field, 'field.tooLong', { label, max, count: value.length });
  const characters = badCharacter(value, manyLines);
  return characters ? problem(field, 'field.badCharacters', { characters }) : [];
}
