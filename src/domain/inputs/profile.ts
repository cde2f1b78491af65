import { plainDigits } from '../typed-text/digits.ts';
import type { FieldError } from '../errors.ts';
import { compactMedicare, medicareProblem } from '../fields.ts';
import type { Answers, StepId } from '../questionnaire/answers.ts';
import { stepProblems } from '../questionnaire/answering/validate.ts';
import { form, text } from './form.ts';
import { problem } from './field-errors.ts';

/** Facts of an account that are also part of its plan, by the account's names. A birth date is 'DD/MM/YYYY'. */
export const profileFields = ['first_name', 'last_name', 'dob', 'gender', 'postcode'] as const;

export type ProfileField = (typeof profileFields)[number];

export type Profile = Partial<Record<ProfileField, string | null | undefined>>;

/** The questionnaire's first two steps ask for the same facts: their rules apply here too. */
export const profileParts = [
  { step: 'step1', keys: { first_name: 'firstName', last_name: 'lastName' } },
  { step: 'step2', keys: { dob: 'dob', gender: 'gender', postcode: 'postcode' } },
] as const satisfies readonly { step: StepId; keys: Partial<Record<ProfileField, keyof Answers>> }[];

/** Returns the errors of the given fields, under the names that were sent. `today` is a Melbourne date. */
export function profileProblems(given: Profile, today: string): FieldError[] {
  return profileParts.flatMap(({ step, keys }) => {
    const named = Object.entries(keys) as [ProfileField, string][];
    const answers = Object.fromEntries(named.map(([field, key]) => [key, given[field] ?? '']));
    const problems = stepProblems(step, answers, { today });
    return named.flatMap(([field, key]) =>
      given[field] == null
        ? []
        : problems.filter((found) => found.field === key).map((found) => ({ ...found, field })),
    );
  });
}

/** Returns a fact for storing: without surrounding blanks, and in plain digits if it is made of digits (D-43). */
export function storedForm(field: ProfileField, given: string): string {
  return (field === 'dob' || field === 'postcode' ? plainDigits(given) : given).trim();
}

/** Returns the given facts by the names of the plan. */
export function answersOfProfile(given: Profile): Partial<Answers> {
  const pairs = profileParts.flatMap(({ keys }) => Object.entries(keys) as [ProfileField, keyof Answers][]);
  return Object.fromEntries(
    pairs.flatMap(([field, key]) => (given[field] == null ? [] : [[key, storedForm(field, given[field])]])),
  );
}

/** Form of the profile page (GAP-76): everything that the plan needs to know about a person. */
export const profileForm = ({ today }: { today: string }) =>
  form(
    { first_name: text, last_name: text, dob: text, gender: text, postcode: text },
    (values) => profileProblems(values, today),
    (values) => ({
      first_name: values.first_name.trim(),
      last_name: values.last_name.trim(),
      dob: storedForm('dob', values.dob),
      gender: values.gender,
      postcode: storedForm('postcode', values.postcode),
    }),
  );

/** Returns the errors of a Medicare number on the profile page. An empty one removes the number. */
export const medicareNumberErrors = (number: string): FieldError[] =>
  problem('medicare_number', medicareProblem(number));

/** Form of the Medicare number on the profile page. */
export const medicareForm = form(
  { medicare_number: text },
  (values) => medicareNumberErrors(values.medicare_number),
  (values) => ({ medicare_number: compactMedicare(values.medicare_number) }),
);
