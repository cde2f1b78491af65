import { useQuery } from 'urql';
import { relationshipKey } from '../../domain/accounts/relationships.ts';
import type { Translate } from '../../domain/i18n/texts.ts';
import { graphql, type ResultOf } from '../api/graphql.ts';

const PlanContacts = graphql(`
  query getMyTrustedContacts {
    trusted_contacts {
      id
      name
      phone
      relationship
      status
      substitutedDecisionMaker
      created_at
    }
  }
`);

/** A trusted contact as the plan names them. */
export type PlanContact = ResultOf<typeof PlanContacts>['trusted_contacts'][number];

/** The person's trusted contacts, substitute decision makers first; undefined while they are read. */
export function usePlanContacts() {
  const [{ data, error, fetching }] = useQuery({ query: PlanContacts, requestPolicy: 'cache-and-network' });
  // An empty list may be an older one: nobody was there to be noticed as changed.
  const unsure = fetching && data?.trusted_contacts.length === 0;
  return { contacts: unsure ? undefined : data?.trusted_contacts, failed: error !== undefined };
}

/** What a contact is to the person, in words; own words stand as they are. */
export function relationshipWords({ relationship }: Pick<PlanContact, 'relationship'>, t: Translate): string {
  const key = relationshipKey(relationship);
  return key ? t(key) : relationship;
}
