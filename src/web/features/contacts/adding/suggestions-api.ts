import type { ContactFacts } from '../../../../domain/contacts/contact-form.ts';
import { call } from '../../../api/call.ts';
import { codeOf } from '../../../api/errors.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const Suggestions = graphql(`
  query getContactSuggestions {
    getContactSuggestions {
      id
      suggested_by
      name
      email
      phone
      relationship
      substitutedDecisionMaker
      enduringGuardian
    }
  }
`);

const Suggest = graphql(`
  mutation suggestTrustedContact(
    $name: String!
    $email: String!
    $phone: String!
    $relationship: String!
    $substitutedDecisionMaker: Boolean!
    $enduringGuardian: Boolean!
    $idempotency_key: String
  ) {
    suggestTrustedContact(
      name: $name
      email: $email
      phone: $phone
      relationship: $relationship
      substitutedDecisionMaker: $substitutedDecisionMaker
      enduringGuardian: $enduringGuardian
      idempotency_key: $idempotency_key
    )
  }
`);

const Dismiss = graphql(`
  mutation dismissContactSuggestion($id: ID!) {
    dismissContactSuggestion(id: $id)
  }
`);

/** A contact that staff suggested (D-59). */
export type Suggestion = ResultOf<typeof Suggestions>['getContactSuggestions'][number];

const changed = { types: ['ContactSuggestion'] };

/** Reads the suggested contacts that wait for the person's answer. */
export function useSuggestions(): Read<readonly Suggestion[]> {
  const read = useRead(Suggestions, {}, { refresh: true, types: ['ContactSuggestion', 'TrustedContact'] });
  return mapRead(read, ({ getContactSuggestions }) => getContactSuggestions);
}

/** Suggests a contact to the person whose account the staff member is in. The same key is the same call. @throws ApiError */
export const suggestContact = (facts: ContactFacts, idempotency_key: string) =>
  call(Suggest, { ...facts, idempotency_key }, changed);

/** Removes a suggestion. Succeeds if it is already removed. @throws ApiError */
export async function dismissSuggestion(id: string): Promise<void> {
  try {
    await call(Dismiss, { id }, changed);
  } catch (error) {
    if (codeOf(error) !== 'not-found') throw error;
  }
}
