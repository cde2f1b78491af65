import { useCallback, useMemo, useRef, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { apiError } from '../../api/errors.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';

const EmergencyCardQuery = graphql(`
  query getEmergencyCard {
    getEmergencyCard {
      full_name
      dob
      care_provider
      pin
      share_id
      url
      version
      completed_at
    }
  }
`);

const RenewEmergencyCard = graphql(`
  mutation renewEmergencyCard($idempotency_key: String) {
    renewEmergencyCard(idempotency_key: $idempotency_key) {
      full_name
      dob
      care_provider
      pin
      share_id
      url
      version
      completed_at
    }
  }
`);

/** What stands on the emergency card. `dob` is YYYY-MM-DD, `url` what the code leads to. */
export type CardFacts = NonNullable<ResultOf<typeof EmergencyCardQuery>['getEmergencyCard']>;

/** The emergency card of the person who is signed in, and how to make a new code and PIN. */
export function useCard() {
  const client = useClient();
  // A changed plan or name changes the card too.
  const context = useMemo(() => ({ additionalTypenames: ['EmergencyCard', 'UserAcp', 'AcpUser'] }), []);
  const [{ data, error, fetching }, read] = useQuery({
    query: EmergencyCardQuery,
    requestPolicy: 'cache-and-network',
    context,
  });
  const [renewed, setRenewed] = useState<CardFacts>();
  const key = useRef<string>(undefined);
  const queried = data?.getEmergencyCard ?? undefined;
  // The new card counts until reading again gives it too.
  if (renewed && queried?.share_id === renewed.share_id) setRenewed(undefined);

  /** Makes a new code and PIN; trying again after an unknown outcome does it only once. Throws ApiError. */
  const renew = useCallback(async () => {
    key.current ??= crypto.randomUUID();
    const result = await client.mutation(RenewEmergencyCard, { idempotency_key: key.current }).toPromise();
    const problem = apiError(result.error);
    if (problem) {
      if (problem.code !== 'unavailable') key.current = undefined;
      throw problem;
    }
    key.current = undefined;
    setRenewed(result.data?.renewEmergencyCard ?? undefined);
  }, [client]);

  const readAgain = useCallback(() => read({ requestPolicy: 'network-only' }), [read]);
  return { card: renewed ?? queried, reading: fetching, failed: error !== undefined, readAgain, renew };
}
