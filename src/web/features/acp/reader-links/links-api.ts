import { useCallback, useState } from 'react';
import { call } from '../../../api/call.ts';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { callsOnce } from '../../../api/request-keys.ts';
import { mapRead, useRead, type Read } from '../../../api/use-read.ts';

const HealthLinksQuery = graphql(`
  query healthLinks {
    healthLinks {
      id
      reader
      state
      expires_at
      openings
      last_opened_at
      last_said
      address
    }
  }
`);

const CreateHealthLink = graphql(`
  mutation createHealthLink($reader: String!, $days: String!, $idempotency_key: String) {
    createHealthLink(reader: $reader, days: $days, idempotency_key: $idempotency_key) {
      id
      reader
      expires_at
      address
      passcode
    }
  }
`);

const RevokeHealthLink = graphql(`
  mutation revokeHealthLink($id: ID!) {
    revokeHealthLink(id: $id)
  }
`);

/** A link of the person. `address` is null unless it is open. */
export type ReaderLink = ResultOf<typeof HealthLinksQuery>['healthLinks'][number];

/** A link just made, with the passcode that is never shown again. */
export type MadeLink = ResultOf<typeof CreateHealthLink>['createHealthLink'];

/** A link that opens, with its address. */
export type ShownLink = Pick<MadeLink, 'reader' | 'expires_at' | 'address'>;

const types = ['HealthLink'] as const;

/** Reads the person's links, newest first. */
export const useReaderLinks = (): Read<readonly ReaderLink[]> =>
  mapRead(useRead(HealthLinksQuery, {}, { refresh: true, types }), (data) => data.healthLinks);

/**
 * Returns the function that makes a link; a retry with the same values after an unknown
 * outcome makes it only once. It throws ApiError.
 */
export function useMakeLink(): (values: { reader: string; days: number }) => Promise<MadeLink> {
  const [once] = useState(() => callsOnce());
  return useCallback(
    ({ reader, days }) =>
      once({ reader, days: String(days) }, async (values) => {
        const { createHealthLink } = await call(CreateHealthLink, values, { types });
        return createHealthLink;
      }),
    [once],
  );
}

/** Revokes a link. Throws ApiError. */
export const revokeLink = (id: string) => call(RevokeHealthLink, { id }, { types });
