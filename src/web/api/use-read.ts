import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useQuery, type AnyVariables, type TypedDocumentNode } from 'urql';
import { onConsentGiven } from './consent-due.ts';
import { ApiError, apiError } from './errors.ts';

/** How far the reading of something is. */
export type Read<Data> = {
  /** What was read; undefined before the first answer. It stays while it is read again, and when that fails. */
  data: Data | undefined;
  /** The first answer is awaited. */
  loading: boolean;
  /** There is data, and a newer answer is awaited. */
  refreshing: boolean;
  /** Why the last try failed; undefined while the next one runs. */
  failed: ApiError | undefined;
  /** Asks the server again. */
  retry: () => void;
};

export type ReadOptions = {
  /** Does not ask yet. */
  pause?: boolean;
  /** Shows what was read before, and asks the server again. Without it what was read before is enough. */
  refresh?: boolean;
  /** Waits for the server: for a form that begins with what was read. */
  fresh?: boolean;
  /** Types whose change makes it read again, besides those that the answer names. */
  types?: readonly string[];
};

type Result<Data> = {
  /** null in the answer of a refusal. */
  data?: Data | null | undefined;
  error?: Parameters<typeof apiError>[0];
  fetching: boolean;
  stale: boolean;
};

/** What a result of the client means for a page. */
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
 * Reads something from the server. The component follows: a call whose answer names what was read here makes it read again.
 * Show it with `Loaded`, so that no page waits for ever.
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
  const [result, execute] = useQuery({
    query: document,
    variables,
    pause,
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

/** A part of what is read, or something made of it. While `part` gives undefined it is not there yet. */
export function mapRead<Data, Part>(read: Read<Data>, part: (data: Data) => Part | undefined): Read<Part> {
  return { ...read, data: read.data === undefined ? undefined : part(read.data) };
}

/** The same for what every person has: an answer without it is a failed reading, so that no page waits for ever. */
export function mapFound<Data, Part>(
  read: Read<Data>,
  part: (data: Data) => Part | null | undefined,
): Read<Part> {
  const found = mapRead(read, (data) => part(data) ?? undefined);
  const missing = read.data !== undefined && found.data === undefined && !read.refreshing;
  return missing ? { ...found, failed: found.failed ?? new ApiError('not-found') } : found;
}
