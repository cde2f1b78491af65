import { useCallback } from 'react';
import { gql, useQuery, type TypedDocumentNode } from 'urql';

/** A trusted contact as the questionnaire names them. */
export type Contact = { id: string; name: string; status: 'accepted' | 'pending'; created_at: string };

const TrustedContacts: TypedDocumentNode<{ trusted_contacts: Contact[] }, Record<string, never>> = gql`
  query getMyTrustedContacts {
    trusted_contacts {
      id
      name
      status
      created_at
    }
  }
`;

/** The person's trusted contacts; undefined while they are read. */
export function useTrustedContacts(pause = false) {
  const [{ data, error, fetching }, read] = useQuery({
    query: TrustedContacts,
    variables: {},
    requestPolicy: 'cache-and-network',
    pause,
  });
  const readAgain = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  const known = fetching && data?.trusted_contacts.length === 0 ? undefined : data?.trusted_contacts;
  return { contacts: known, error, readAgain };
}
