import { dateOfIso } from '../../fields.ts';
import { isAnswered, type Answers, type TextAnswerKey } from '../answers.ts';

/** Facts about a person in their account. `dob` is an ISO date. */
export type KnownPerson = Readonly<
  Record<'first_name' | 'last_name' | 'dob' | 'gender' | 'postcode', string | null>
>;

/**
 * Returns the answers of a draft, with known facts about the person where nothing is answered yet, so that no question is asked
 * twice. An account on behalf of another person has the other person's facts, because its sign-up asks for them.
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
