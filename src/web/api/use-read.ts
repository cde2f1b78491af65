import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql';
import { onConsentGiven } from './session/consent-due.ts';
import { ApiError, apiError } from './errors.ts';
import { useIsFrame } from '../frames/use-is-frame.ts';

/** State of a read operation. */
export type Read<Data> = {
  /** The data; undefined before the first response. It is kept while it is read again, and if that fails. */
  data: Data | undefined;
  /** The first response is awaited. */
  loading: boolean;
  /** There is data, and a newer response is awaited. */
  refreshing: boolean;
  /** Why the last try failed; undefined while the next one runs. */
  failed: ApiError | undefined;
  /** Reads from the server again. */
  retry: () => void;
};

export type ReadOptions = {
  /** Does not send the request yet. */
  pause?: boolean;
  /** Shows cached data, and asks the server again. Without it, cached data is enough. */
  refresh?: boolean;
  /** Waits for the server instead of using the cache: for a form whose first values are the data. */
  fresh?: boolean;
  /** Types whose change repeats the read, besides those in the response. */
  types?: readonly string[];
};

type Result<Data> = {
  /** null in the response of a refusal. */
  data?: Data | null | undefined;
  error?: Parameters<typeof apiError>[0];
  fetching: boolean;
  stale: boolean;
};

/** Converts a result of the client to the state for a page. */
export function readState<Data>(
  { data: answered, error, fetching, stale }: Result<Data>,
  pause: boolean,
): Omit<Read<Data>, 'retry'> {
  const data = answered ?? undefined;
  const waiting = fetching || stale;
  const failed = waiting ? undefined : apiError(error);
  const loading = data === undefined && failed === undefined && !pause;
  return { data, loading, refreshing: data !== undefined && waiting, failed };
}

/**
 * Reads data from the server. The component updates: a call whose response contains types of this data repeats the read. Show it
 * with `Loaded`, so that no page waits forever.
 */
export function useRead<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, refresh = false, fresh = false, types }: ReadOptions = {},
): Read<Data> {
  const typeNames = types?.join(' ');
  const context = useMemo(
    () => (typeNames === undefined ? undefined : { additionalTypenames: typeNames.split(' ') }),
    [typeNames],
  );
  // A first frame is rendered without data, also where the cache has it already.
  const isFrame = useIsFrame();
  const [result, execute] = useQuery({
    query: document,
    variables,
    pause: pause || isFrame,
    requestPolicy: fresh ? 'network-only' : refresh ? 'cache-and-network' : 'cache-first',
    ...(context && { context }),
  });
  const retry = useCallback(() => execute({ requestPolicy: 'network-only' }), [execute]);
  const state = readState(result, pause);
  const lacks = useRef(false);
  lacks.current = state.failed !== undefined || state.loading;
  useEffect(
    () =>
      onConsentGiven(() => {
        if (lacks.current) retry();
      }),
    [retry],
  );
  return { ...state, retry };
}

/** Maps the data of a read to a part or to a derived value. While `part` returns undefined, the data counts as not loaded. */
export function mapRead<Data, Part>(read: Read<Data>, part: (data: Data) => Part | undefined): Read<Part> {
  return { ...read, data: read.data === undefined ? undefined : part(read.data) };
}

/** The same for data that every person has: a response without it is a failed read, so that no page waits forever. */
export function mapFound<Data, Part>(
  read: Read<Data>,
  part: (data: Data) => Part | null | undefined,
): Read<Part> {
  const found = mapRead(read, (data) => part(data) ?? undefined);
  const missing = read.data !== undefined && found.data === undefined && !read.refreshing;
  return missing ? { ...found, failed: found.failed ?? new ApiError('not-found') } : found;
}
