import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './errors.ts';
import type { Read } from './use-read.ts';

type State<Data> = { key: string; turn: number } & Partial<Pick<Read<Data>, 'data' | 'failed'>>;

/**
 * Reads from a REST route when a page opens, once for each `key`. `ask` throws ApiError. Show the result with `Loaded`, or use
 * `failed` if an error has a special meaning. `keeps` shows the last data while it is read again.
 */
export function useCall<Data>(
  key: string,
  ask: () => Promise<Data>,
  { keeps = false }: { keeps?: boolean } = {},
): Read<Data> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State<Data>>({ key, turn });
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    let gone = false;
    const settle = (outcome: Partial<State<Data>>) => {
      if (gone) return;
      setState((before) => ({
        ...(keeps && before.key === key && before.data !== undefined && { data: before.data }),
        ...outcome,
        key,
        turn,
      }));
    };
    latest.current().then(
      (data) => settle({ data }),
      (error: unknown) =>
        settle({ failed: error instanceof ApiError ? error : new ApiError('general_error') }),
    );
    return () => {
      gone = true;
    };
  }, [key, turn, keeps]);

  const retry = useCallback(() => setTurn((before) => before + 1), []);
  const isRead = state.turn === turn;
  const { data, failed } = state.key === key && (isRead || keeps) ? state : {};
  const isFailed = isRead ? failed : undefined;
  return {
    data,
    failed: isFailed,
    loading: data === undefined && isFailed === undefined,
    refreshing: data !== undefined && !isRead,
    retry,
  };
}
