import { useEffect, useMemo } from 'react';
import { useQuery } from 'urql';
import type { ConsentDocument } from '../../../domain/accounts/consents.ts';
import { currentClient } from '../../api/client.ts';
import { apiError, type ApiError } from '../../api/errors.ts';
import { graphql } from '../../api/graphql.ts';

const OwnConsents = graphql(`
  query ownConsents {
    currentUser {
      id
      consents {
        document
        version
        agreed_at
      }
    }
  }
`);

/** What the person agreed to, and when; without a version they did not. */
export type OwnConsent = { document: ConsentDocument; version: string | null; agreed_at: string | null };

/** The person's agreements; undefined while they are read. */
export function useOwnConsents(): readonly OwnConsent[] | undefined {
  const [{ data }] = useQuery({ query: OwnConsents, variables: {} });
  return data?.currentUser?.consents as readonly OwnConsent[] | undefined;
}

const PlanOpenings = graphql(`
  query planOpenings($offset: Int, $limit: Int) {
    planOpenings(offset: $offset, limit: $limit) {
      count
      data {
        id
        at
        kind
        name
      }
    }
  }
`);

/** Somebody else than the owner opened the plan: with the card and its PIN, or as staff in the account. */
export type Opening = { id: string; at: string; kind: 'card' | 'staff'; name: string | null };

/** The first so many openings, newest first, with how many there are; undefined while they are read. */
export function useOpenings(limit: number) {
  const variables = useMemo(() => ({ offset: 0, limit }), [limit]);
  const [{ data, error, fetching }] = useQuery({
    query: PlanOpenings,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const list = data?.planOpenings as { count: number; data: readonly Opening[] } | undefined;
  return { openings: list, failed: error !== undefined && !fetching };
}

const DataExports = graphql(`
  query dataExports {
    dataExports {
      id
      status
      requested_at
      expires_at
    }
  }
`);

/** A copy of everything that the person asked for. */
export type DataExport = {
  id: string;
  status: 'waiting' | 'ready' | 'failed';
  requested_at: string;
  expires_at: string | null;
};

/** How often the page asks whether a copy is ready, in milliseconds. */
const askAgainMs = 3_000;

/** The newest copy that the person asked for; null for none, undefined while it is read. Follows until it is made. */
export function useDataExport(): DataExport | null | undefined {
  // While there is none, the answer names no type that a later request could call it by.
  const context = useMemo(() => ({ additionalTypenames: ['DataExport'] }), []);
  const [{ data }, read] = useQuery({
    query: DataExports,
    variables: {},
    context,
    requestPolicy: 'cache-and-network',
  });
  const list = data?.dataExports as readonly DataExport[] | undefined;
  const waiting = list?.[0]?.status === 'waiting';
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => read({ requestPolicy: 'network-only' }), askAgainMs);
    return () => clearInterval(timer);
  }, [waiting, read]);
  return list && (list[0] ?? null);
}

const RequestDataExport = graphql(`
  mutation requestDataExport($password: String!) {
    requestDataExport(password: $password) {
      id
      status
    }
  }
`);

const RequestDeletion = graphql(`
  mutation requestDeletion($confirm: String!, $password: String!) {
    requestDeletion(confirm: $confirm, password: $password) {
      id
      delete_on
    }
  }
`);

const KeepAccount = graphql(`
  mutation keepAccount {
    keepAccount {
      id
      delete_on
    }
  }
`);

/** Asks for a copy. @throws ApiError */
export async function askForExport(password: string): Promise<void> {
  const { error } = await currentClient().mutation(RequestDataExport, { password }).toPromise();
  const refusal = apiError(error);
  if (refusal) throw refusal;
}

/** Asks for the account to be deleted. Gives why not, when the server refused. */
export async function askForDeletion(wish: {
  confirm: string;
  password: string;
}): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(RequestDeletion, wish).toPromise();
  return apiError(error);
}

/** Takes the wish to be deleted back. Gives why not, when the server refused. */
export async function keepAccount(): Promise<ApiError | undefined> {
  const { error } = await currentClient().mutation(KeepAccount, {}).toPromise();
  return apiError(error);
}
