import { dateOfIso } from '../../fields.ts';
import { isAnswered, type Answers, type TextAnswerKey } from '../answers.ts';

/** What the account of a person knows of them. `dob` is an ISO date. */
export type KnownPerson = Readonly<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode', string | null>
>;

/**
 * The answers of a draft, with what was said of the person already where nothing is answered yet, so that no one is asked twice
 * . An account on behalf of another holds the other person's facts: they are what its sign-up asks for.
 */
export function filledIn(answers: Answers, person: KnownPerson): Answers {
  const known: Partial<Record<TextAnswerKey, string | null>> = {
    firstName: person.first_name,
    lastName: person.last_name,
    dob: person.dob === null ? null : dateOfIso(person.dob),
    gender: person.gender,
    postcode: person.postcode,
  };
  const filled = { ...answers };
  for (const [key, value] of Object.entries(known) as [TextAnswerKey, string | null][])
    if (value && !isAnswered(answers, key)) filled[key] = value;
  return filled;
}
