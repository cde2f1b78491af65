import { useCallback, useState } from 'react';
import { call } from '../../api/call.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { callsOnce } from '../../api/request-keys.ts';
import { mapFound, useRead, type Read } from '../../api/use-read.ts';
import { cardText } from '../../early/plan-questions.ts';

const EmergencyCardQuery = graphql(cardText);

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
      of_directive
    }
  }
`);

/** Content of the emergency card. `dob` is YYYY-MM-DD; `url` is the address in the code. */
export type CardFacts = NonNullable<ResultOf<typeof EmergencyCardQuery>['getEmergencyCard']>;

type Card = Read<CardFacts> & {
  /** Makes a new code and PIN; a retry after an unknown outcome does it only once. Throws ApiError. */
  renew: () => Promise<void>;
};

/** A changed plan, name or directive changes the card too. */
const reading = { refresh: true, types: ['EmergencyCard', 'UserAcp', 'AcpUser', 'File'] };

/** Whether the signed-in person has a card that opens a directive alone; false until it is known, and where it is not asked. */
export const useHasDirectiveCard = (asks: boolean): boolean =>
  useRead(EmergencyCardQuery, {}, { ...reading, pause: !asks }).data?.getEmergencyCard?.of_directive === true;

/** Reads the emergency card of the signed-in person. */
export function useCard(): Card {
  const read = mapFound(useRead(EmergencyCardQuery, {}, reading), (data) => data.getEmergencyCard);
  const [renewed, setRenewed] = useState<CardFacts>();
  const [once] = useState(() => callsOnce());
  // The new card is used until it is read again from the server.
  if (renewed && read.data?.share_id === renewed.share_id) setRenewed(undefined);

  const renew = useCallback(async () => {
    const { renewEmergencyCard } = await once({}, (values) => call(RenewEmergencyCard, values));
    setRenewed(renewEmergencyCard ?? undefined);
  }, [once]);

  return { ...read, data: renewed ?? read.data, renew };
}
