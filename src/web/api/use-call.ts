import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './errors.ts';
import type { Read } from './use-read.ts';

type State<Data> = { key: string; turn: number } & Partial<Pick<Read<Data>, 'data' | 'failed'>>;

/**
 * Reads from a REST route when a page opens, once for each `key`. `ask` throws ApiError. Show the result with `Loaded`, or use
 * `failed` if an error has a special meaning.
 */
export function useCall<Data>(key: string, ask: () => Promise<Data>): Read<Data> {
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State<Data>>({ key, turn });
  const latest = useRef(ask);
  latest.current = ask;

  useEffect(() => {
    let gone = false;
    const settle = (outcome: Partial<State<Data>>) => {
      if (!gone) setState({ key, turn, ...outcome });
    };
    latest.current().then(
      (data) => settle({ data }),
      (error: unknown) =>
        settle({ failed: error instanceof ApiError ? error : new ApiError('general_error') }),
    );
    return () => {
      gone = true;
    };
  }, [key, turn]);

  const retry = useCallback(() => setTurn((before) => before + 1), []);
  const { data, failed } = state.key === key && state.turn === turn ? state : {};
  return { data, failed, loading: data === undefined && failed === undefined, refreshing: false, retry };
}
