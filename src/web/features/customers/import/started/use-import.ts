import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../../api/errors.ts';
import { findImport } from '../import-api.ts';

/** Polling interval for the progress of an import, in milliseconds; longer while the server does not respond. */
const askEveryMs = 1_500;
const afterFailureMs = 5_000;

type Found = Awaited<ReturnType<typeof findImport>>;

/**
 * Polls an import until it is over; a failed request is repeated. Calls `onEnd` once when the import is over, also if it is
 * over in the first response.
 */
export function useImport(
  id: string,
  onEnd: () => void,
): { row: Found | undefined; failed: boolean; refresh: () => void } {
  const [row, setRow] = useState<Found>();
  const [failed, setFailed] = useState(false);
  const again = useRef(() => {});
  const refresh = useCallback(() => again.current(), []);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const ask = async () => {
      try {
        const found = await findImport(id);
        if (isGone) return;
        setRow(found);
        setFailed(false);
        const isRunning = found.state === 'running' || found.state === 'checked';
        if (!isRunning) end.current();
        else timer = setTimeout(() => void ask(), askEveryMs);
      } catch (error) {
        if (isGone) return;
        setFailed(true);
        const mayPass = error instanceof ApiError && error.code === 'unavailable';
        if (mayPass) timer = setTimeout(() => void ask(), afterFailureMs);
      }
    };
    again.current = () => void ask();
    void ask();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id]);
  return { row, failed, refresh };
}
